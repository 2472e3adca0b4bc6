type Form = (at: string | Date, timeZone?: string) => string;
export declare const formatDate: Form;
export declare const formatDateGb: Form;
export declare const formatTime: Form;
export declare const formatDateLongUs: Form;
export declare const localDay: (at: string | Date, timeZone: string) => string;
export declare function minutesSince(at: string | Date, now: number): number;
export {};
