/** The fee that a provider takes of a payment: a part in basis points (hundredths of a percent) and a fixed amount in minor units. */
export interface FeeRate {
  basisPoints: number;
  fixedMinor: number;
}

export function feeOf(amount: number, { basisPoints, fixedMinor }: FeeRate): number {
  return Math.round((amount * basisPoints) / 10_000) + fixedMinor;
}
