/** The shapes of schemas/, as types only: a browser build never contains zod. */
import type { z } from 'zod';
import type * as schemas from './schemas';

type Of<T extends z.ZodType> = z.output<T>;

export type Status = Of<typeof schemas.statusSchema>;
export type PaymentProvider = Of<typeof schemas.paymentProviderSchema>;
export type DeliveryMethodType = Of<typeof schemas.deliveryMethodTypeSchema>;
export type DeliveryMethod = Of<typeof schemas.deliveryMethodSchema>;
export type Venue = Of<typeof schemas.venueSchema>;
export type ScannedTable = Of<typeof schemas.scannedTableSchema>;
export type Span = Of<typeof schemas.spanSchema>;
export type Schedule = Of<typeof schemas.scheduleSchema>;
export type OpeningMode = Of<typeof schemas.openingModeSchema>;
export type OpeningHours = Of<typeof schemas.openingHoursSchema>;
export type HallHours = Of<typeof schemas.hallHoursSchema>;
export type Allergen = Of<typeof schemas.allergenSchema>;
export type Diet = Of<typeof schemas.dietSchema>;
export type VendorSummary = Of<typeof schemas.vendorSummarySchema>;
export type Vendor = Of<typeof schemas.vendorSchema>;
export type Menu = Of<typeof schemas.menuSchema>;
export type Group = Of<typeof schemas.groupSchema>;
export type Item = Of<typeof schemas.itemSchema>;
export type MenuItem = Of<typeof schemas.menuItemSchema>;
export type Variant = Of<typeof schemas.variantSchema>;
export type OptionGroup = Of<typeof schemas.optionGroupSchema>;
export type Option = Of<typeof schemas.optionSchema>;

export type MenuEditor = Of<typeof schemas.menuEditorSchema>;
export type MenuEdited = Of<typeof schemas.menuEditedSchema>;
export type EntryTexts = Of<typeof schemas.entryTextsSchema>;
export type EditedMenu = Of<typeof schemas.editedMenuSchema>;
export type EditedGroup = Of<typeof schemas.editedGroupSchema>;
export type EditedItem = Of<typeof schemas.editedItemSchema>;
export type EditedOptionGroup = Of<typeof schemas.editedOptionGroupSchema>;
export type ItemPicture = Of<typeof schemas.itemPictureSchema>;
export type Crop = Of<typeof schemas.cropSchema>;
export type UploadedPicture = Of<typeof schemas.uploadedPictureSchema>;
export type MenuEntryKind = Of<typeof schemas.menuEntryKindSchema>;

export type HallStall = Of<typeof schemas.hallStallSchema>;
export type HallStalls = Of<typeof schemas.hallStallsSchema>;
export type HallSettings = Of<typeof schemas.hallSettingsSchema>;
export type HallSettingsChange = Of<typeof schemas.hallSettingsChangeSchema>;
export type PictureKind = Of<typeof schemas.pictureKindSchema>;
export type HallStart = Of<typeof schemas.hallStartSchema>;
export type ProviderCheck = Of<typeof schemas.providerCheckSchema>;
export type RefusedTransfer = Of<typeof schemas.refusedTransferSchema>;
export type HallToday = Of<typeof schemas.hallTodaySchema>;
export type HallOrder = Of<typeof schemas.hallOrderSchema>;
export type HallOrders = Of<typeof schemas.hallOrdersSchema>;
export type OrderHistory = Of<typeof schemas.orderHistorySchema>;
export type StallDetails = Of<typeof schemas.stallDetailsSchema>;

export type User = Of<typeof schemas.userSchema>;
export type Me = Of<typeof schemas.meSchema>;
export type AuthContext = Of<typeof schemas.authContextSchema>;
export type Role = Of<typeof schemas.roleSchema>;
export type VendorRole = Of<typeof schemas.vendorRoleSchema>;
export type DayEnd = Of<typeof schemas.dayEndSchema>;
export type DayTotals = Of<typeof schemas.dayTotalsSchema>;
export type Member = Of<typeof schemas.memberSchema>;
export type SentInvitation = Of<typeof schemas.sentInvitationSchema>;
export type Invitation = Of<typeof schemas.invitationSchema>;
export type AuditEntry = Of<typeof schemas.auditEntrySchema>;
export type VenueAudit = Of<typeof schemas.venueAuditSchema>;
export type SignedIn = Of<typeof schemas.signedInSchema>;
export type ProofMethod = Of<typeof schemas.proofMethodSchema>;
export type FactorQuestion = Of<typeof schemas.factorQuestionSchema>;
export type FactorAsked = Of<typeof schemas.factorAskedSchema>;
export type SecondFactor = Of<typeof schemas.secondFactorSchema>;
export type SecondFactors = Of<typeof schemas.secondFactorsSchema>;
export type AddedFactor = Of<typeof schemas.addedFactorSchema>;
export type VenueProofs = Of<typeof schemas.venueProofsSchema>;

export type Cart = Of<typeof schemas.cartSchema>;
export type Order = Of<typeof schemas.orderSchema>;
export type OrderItem = Of<typeof schemas.orderItemSchema>;
/** The body that our client sends. It has `options_total`, which the API does not require. */
export type AddToCart = z.input<typeof schemas.addToCartSchema> & { options_total: number };
export type DeliveryChange = z.input<typeof schemas.deliveryChangeSchema>;
export type CartReference = Of<typeof schemas.cartReferenceSchema>;

export type Cancellation = Of<typeof schemas.cancellationSchema>;
export type Refund = Of<typeof schemas.refundSchema>;
export type TaxCategory = Of<typeof schemas.taxCategorySchema>;
export type VenueTaxes = Of<typeof schemas.venueTaxesSchema>;
export type VendorTaxes = Of<typeof schemas.vendorTaxesSchema>;
export type ItemTax = Of<typeof schemas.itemTaxSchema>;
export type CartTip = Of<typeof schemas.cartTipSchema>;
export type TipChange = z.input<typeof schemas.tipChangeSchema>;
export type CancelOrder = z.input<typeof schemas.cancelOrderSchema>;

export type PushKey = Of<typeof schemas.pushKeySchema>;
export type NewPushSubscription = Of<typeof schemas.pushSubscriptionSchema>;
export type PushPayload = Of<typeof schemas.pushPayloadSchema>;

export type PrinterKind = Of<typeof schemas.printerKindSchema>;
export type PrintedDocument = Of<typeof schemas.printedDocumentSchema>;
export type PrintProblem = Of<typeof schemas.printProblemSchema>;
export type PrinterSettings = Of<typeof schemas.printerSettingsSchema>;
export type Printer = Of<typeof schemas.printerSchema>;
export type Printers = Of<typeof schemas.printersSchema>;
export type PrinterAddress = Of<typeof schemas.printerAddressSchema>;
export type CreatedPrinter = Of<typeof schemas.createdPrinterSchema>;
export type PrintJob = Of<typeof schemas.printJobSchema>;
export type PrintJobs = Of<typeof schemas.printJobsSchema>;
export type PrintMark = Of<typeof schemas.printMarkSchema>;
export type NewPrintJob = Of<typeof schemas.newPrintJobSchema>;
export type NextPrintJob = Of<typeof schemas.nextPrintJobSchema>;

export type VendorTerms = Of<typeof schemas.vendorTermsSchema>;
export type VenueTerms = Of<typeof schemas.venueTermsSchema>;
export type VendorTermsChange = Of<typeof schemas.vendorTermsChangeSchema>;
export type VenueTermsChange = Of<typeof schemas.venueTermsChangeSchema>;
export type HallTerms = Of<typeof schemas.hallTermsSchema>;
export type Statement = Of<typeof schemas.statementSchema>;
export type Payout = Of<typeof schemas.payoutSchema>;
export type NewPayout = Of<typeof schemas.newPayoutSchema>;
export type LedgerEntry = Of<typeof schemas.ledgerEntrySchema>;
export type LedgerDifference = Of<typeof schemas.ledgerDifferenceSchema>;
export type LedgerCheck = Of<typeof schemas.ledgerCheckSchema>;
export type Dispute = Of<typeof schemas.disputeSchema>;
export type Disputes = Of<typeof schemas.disputesSchema>;
export type NewDispute = Of<typeof schemas.newDisputeSchema>;
export type ClosedDispute = Of<typeof schemas.closedDisputeSchema>;

export type SeenBy = Of<typeof schemas.seenBySchema>;
export type WatchStep = Of<typeof schemas.watchStepSchema>;
export type WatchSettings = Of<typeof schemas.watchSettingsSchema>;
export type VenueWatch = Of<typeof schemas.venueWatchSchema>;
export type Phone = Of<typeof schemas.phoneSchema>;
export type VenueTextMessages = Of<typeof schemas.venueTextMessagesSchema>;

export type QueueState = Of<typeof schemas.queueStateSchema>;
export type QueueChange = z.input<typeof schemas.queueChangeSchema>;
export type QueueEntry = Of<typeof schemas.queueEntrySchema>;
export type ActiveQueue = Of<typeof schemas.activeQueueSchema>;
export type StartStripe = Of<typeof schemas.startStripeSchema>;
export type NewPaystackPayment = Of<typeof schemas.newPaystackPaymentSchema>;
export type StartGlobal = Of<typeof schemas.startGlobalSchema>;
export type StitchResult = Of<typeof schemas.stitchResultSchema>;
export type PaymentResult = Of<typeof schemas.paymentResultSchema>;
export type Report = Of<typeof schemas.reportSchema>;
export type ReportEntry = Of<typeof schemas.reportEntrySchema>;
export type SiteConfig = Of<typeof schemas.siteConfigSchema>;
export type ErrorBody = Of<typeof schemas.errorSchema>;
export type RealtimeEvents = {
  [Name in keyof typeof schemas.realtimeSchemas]: Of<(typeof schemas.realtimeSchemas)[Name]>;
};
/** `{data: T}`, the one envelope of every response. */
export interface Envelope<T> {
  data: T;
}
