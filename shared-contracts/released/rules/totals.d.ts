export interface LineAmounts {
    unitMinor: number;
    optionsMinor: readonly number[];
    quantity: number;
}
export declare function lineTotal({ unitMinor, optionsMinor, quantity }: LineAmounts): number;
export declare function payloadItemTotal({ unitMinor, quantity }: LineAmounts): number;
export interface TaxTerms {
    rateBasisPoints: number;
    isIncluded: boolean;
}
export interface OrderAmounts {
    totalMinor: number;
    taxMinor: number;
    serviceFeeMinor: number;
    serviceFeeTaxMinor: number;
}
export declare function priceOrders(orders: readonly {
    lineTotals: readonly number[];
    tax: TaxTerms;
}[], serviceChargeMinor: number): OrderAmounts[];
export declare function receiptTotal(order: OrderAmounts, isTaxIncluded: boolean): number;
export interface CartAmounts {
    itemTotalMinor: number;
    serviceChargeMinor: number;
    adjustmentTaxMinor: number;
    hstMinor: number;
    totalMinor: number;
}
export declare function cartAmounts(orders: readonly (OrderAmounts & {
    isTaxIncluded: boolean;
})[]): CartAmounts;
export declare function queueCardAmounts(order: {
    totalMinor: number;
    taxMinor: number | null;
    isTaxIncluded: boolean;
}): {
    hstMinor: number;
    totalMinor: number;
};
