import type { DeliveryMethod } from '../types';
export declare const NOTICE_VIBRATION: readonly number[];
export declare function doneTitle(vendorName: string): string;
export declare function doneText(method: DeliveryMethod | null): string;
export declare function messageTitle(product: string): string;
