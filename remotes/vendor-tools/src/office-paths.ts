/** The addresses of the hall's office, which another remote owns. */

/** What the hall owes a stall. The stall's owners may read it. */
export const statementPath = (venueId: number, vendorId: number | string): string =>
  `/hall/${venueId}/money/statements/${vendorId}`;
/** A stall's page in the office, for the operators of its hall. */
export const officeOfStallPath = (venueId: number, vendorId: number | string): string =>
  `/hall/${venueId}/stalls/${vendorId}`;
