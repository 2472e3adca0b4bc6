import type { DeliveryMethod, DeliveryMethodType } from '../types';
export type DeliverType = Exclude<DeliveryMethodType, 'collect'>;
export interface DeliveryChoice {
    method: DeliveryMethod | '';
    type: DeliveryMethodType | '';
    location: string;
}
export declare const DELIVERY_MESSAGES: {
    readonly type: "Please select on of the delivery method types";
    readonly location: "Please specify a delivery method location";
    readonly table: "Table number is required.";
    readonly notOffered: "This vendor does not offer that.";
};
export declare function offersCollect(offered: readonly DeliveryMethodType[]): boolean;
export declare function offersOnlyCollect(offered: readonly DeliveryMethodType[]): boolean;
export declare function deliverTypesOf(offered: readonly DeliveryMethodType[]): DeliverType[];
export declare function initialChoice(offered: readonly DeliveryMethodType[], current: DeliveryChoice, destination: string): DeliveryChoice;
export declare function isSupported(offered: readonly DeliveryMethodType[], choice: DeliveryChoice): boolean;
export declare function withMethod(choice: DeliveryChoice, method: DeliveryMethod): DeliveryChoice;
export declare function chooseMethod(offered: readonly DeliveryMethodType[], choice: DeliveryChoice, method: DeliveryMethod, destination: string): DeliveryChoice;
export declare function chooseType(choice: DeliveryChoice, type: DeliverType, destination: string): DeliveryChoice;
export interface DeliveryErrors {
    delivery_method?: string;
    delivery_method_type?: string;
    delivery_method_location?: string;
}
export declare function deliveryErrors(offered: readonly DeliveryMethodType[], choice: DeliveryChoice): DeliveryErrors;
export declare function locationHint(choice: DeliveryChoice): string | undefined;
export declare function describeDelivery(choice: DeliveryChoice): string;
