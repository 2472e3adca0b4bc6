/**
 * The name of each route in the description: its operationId, from which generated clients name their functions, and a summary. The keys are
 * method and path below /api/v1. `also` has the statuses that do not follow from the schemas, the policy or the request of a route (see
 * refusals.ts).
 */

interface OperationName {
  id: string;
  summary: string;
  also?: readonly number[];
}

const named = (id: string, summary: string, also: readonly number[] = []): OperationName => ({
  id,
  summary,
  also,
});

/** A payment provider is not set up, does not respond, or declines. */
const START_REFUSALS = [404, 409, 501, 502];
const FINISH_REFUSALS = [402, 409, 501, 502];

export const OPERATIONS: Readonly<Record<string, OperationName>> = {
  'POST /register': named('register', 'Create an account and sign in.', [429]),
  'POST /login': named('logIn', 'Sign in with a password.', [429]),
  'POST /login/code': named('requestLoginCode', 'Send a sign-in code by email.', [429]),
  'POST /login/code/verify': named('logInByCode', 'Sign in with an emailed code.', [429]),
  'POST /logout': named('logOut', 'End the session.'),
  'POST /forgot-password': named('requestPasswordReset', 'Send a link to reset the password.', [429]),
  'POST /password-reset/:token': named('resetPassword', 'Set a new password.', [429]),

  'GET /venues': named('listVenues', 'List the venues.', [304]),
  'GET /venues/:id': named('getVenue', 'Get a venue.', [304]),
  'GET /vendors': named('listVendors', 'List the vendors of a venue.', [304, 404]),
  'GET /vendors/:id': named('getVendor', 'Get a vendor with its menus.', [304]),
  'PUT /vendors/:id': named('updateVendor', 'Open or close a vendor, or change when its orders count as late.'),
  'GET /items/:id': named('getItem', 'Get an item with its variants and options.', [304]),
  'PUT /items/:id': named('setItemStatus', 'Mark an item as available or sold out.'),
  'PUT /variants/:id': named('setVariantStatus', 'Mark a variant as available or sold out.'),
  'PUT /options/:id': named('setOptionStatus', 'Mark an option as available or sold out.'),
  'GET /tables/:code': named('getTable', 'Get the table that a printed code is of.', [410, 429]),

  'POST /carts': named('addItemToCart', 'Add an item to the cart of its venue.', [404]),
  'GET /carts/active': named('getActiveCart', 'Get the open cart of a venue, or null.', [404]),
  'GET /carts/:id': named('getCart', 'Get a cart.'),
  'GET /me/carts': named('listOpenCarts', 'List the open carts.', [404]),
  'PUT /order-items/:id': named('setQuantity', 'Change the quantity of a line.'),
  'DELETE /order-items/:id': named('removeOrderItem', 'Remove a line from the cart.'),
  'PUT /orders/:id': named('setDelivery', 'Choose how an order is collected or delivered.'),
  'PUT /orders/:id/allergy-note': named('setAllergyNote', 'Tell the kitchen of an allergy.'),

  'POST /carts/:id/start-stripe': named('startStripePayment', 'Start a payment with Stripe.', START_REFUSALS),
  'GET /carts/newpayment': named('startPaystackPayment', 'Start a payment with Paystack.', START_REFUSALS),
  'POST /carts/:id/start-global': named('startGlobalPayment', 'Start a payment with Global Payments.', START_REFUSALS),
  'POST /carts/:id/pay-with-stripe': named('payWithStripe', 'Place the orders of a Stripe payment.', FINISH_REFUSALS),
  'POST /carts/:id/pay-with-paystack': named(
    'payWithPaystack',
    'Place the orders of a Paystack payment.',
    FINISH_REFUSALS,
  ),
  'POST /carts/:id/pay-with-global': named(
    'payWithGlobal',
    'Place the orders of a Global Payments payment.',
    FINISH_REFUSALS,
  ),
  'POST /carts/:id/place-free': named('placeFreeCart', 'Place a cart whose total is 0.'),
  'GET /stitch/return': named('returnFromStitch', 'Get the outcome of a Stitch payment.', [501, 502]),
  'POST /webhooks/:provider/:venue': named('receiveWebhook', 'Receive an event of a payment provider.'),
  'POST /payments/live': named('goLive', 'Take real payments from now on.', [409]),

  'GET /orders/:id': named('getOrder', 'Get an order.'),
  'GET /vendors/:id/orders': named('listVendorOrders', 'List the orders of a vendor, the newest first.'),
  'POST /orders/:id/refunds': named('refundOrder', 'Refund an order, or a part of it.'),
  'GET /orders/:id/refunds': named('listRefunds', 'List the refunds of an order.'),
  'PUT /orders/:id/refunds/:refundId': named('settleRefund', 'Record the outcome of an unclear refund.'),

  'GET /queues/active': named('getActiveQueue', 'Get the queue of a vendor, or of the customer.', [404]),
  'PUT /queues/:id': named('moveQueueEntry', 'Move a queue entry to another state.', [403]),
  'PUT /queues/cancel/:orderId': named('cancelOrder', 'Cancel and refund an order.'),
  'PUT /queues/notify/:orderId': named('notifyCustomer', 'Tell the customer again that an order is ready.', [429]),
  'PUT /queues/reprint/:orderId': named('recordReprint', 'Record that an order is printed again.', [429]),

  'POST /vendors/:id/seen': named('reportSeenOrders', 'Report which orders a page of the kitchen shows.'),
  'GET /vendors/:id/watch': named('getVendorWatch', 'Get after how many minutes an unseen order is told of.'),
  'PUT /vendors/:id/watch': named('setVendorWatch', 'Change after how many minutes an unseen order is told of.'),
  'GET /venues/:id/watch': named('getVenueWatch', 'List the unseen and late orders and the silent stalls of a venue.'),
  'PUT /venues/:id/watch': named('setVenueWatch', 'Choose whether silent stalls take orders.'),

  'GET /push/key': named('getPushKey', 'Get the key that browsers subscribe with.'),
  'POST /push/subscriptions': named('addPushSubscription', 'Send pushes to this browser.'),
  'DELETE /push/subscriptions': named('removePushSubscription', 'Send no more pushes to this browser.'),
  'POST /broadcasting/auth': named('authorizeChannel', 'Sign a private channel for a socket.'),
  'POST /broadcasting/user-auth': named('authorizeUser', 'Sign a socket in as the caller.'),

  'GET /me': named('getAccount', 'Get the account with its latest orders.'),
  'PUT /me': named('updateAccount', 'Change the name of the account.'),
  'GET /me/export': named('exportAccount', 'Export everything that is stored of the account.'),
  'POST /me/deletion': named('deleteAccount', 'Delete the account.', [404, 409, 429]),
  'POST /accounts/export': named('exportAccountOf', 'Export the account of a person who asked for it.', [404]),
  'POST /accounts/deletion': named('deleteAccountOf', 'Delete the account of a person who asked for it.', [404, 409]),

  'GET /operated-venues': named('listOperatedVenues', 'List the venues that the caller runs.'),
  'POST /venues': named('createVenue', 'Create a venue.', [409]),
  'PUT /venues/:id': named('setVenueOpen', 'Open or close a venue.', [409]),
  'DELETE /venues/:id': named('removeVenue', 'Remove a venue.', [409]),
  'GET /venues/:id/document': named('exportVenue', 'Export a venue as a document.'),
  'POST /venue-documents': named('importVenue', 'Create or change a venue by its document.', [409]),
  'POST /pictures': named('addPicture', 'Upload a picture for venue documents.'),
  'POST /venues/:id/vendors': named('createVendor', 'Create a vendor.', [409]),
  'GET /venues/:id/vendors': named('listStalls', 'List the vendors of a venue with their settings.'),
  'PUT /venues/:id/vendors': named('orderStalls', 'Set the order of the vendors of a venue.'),
  'PUT /vendors/:id/details': named('changeStall', 'Change the texts and settings of a vendor.'),
  'DELETE /vendors/:id': named('removeVendor', 'Remove a vendor.', [409]),
  'POST /demo/removal': named('removeDemo', 'Remove the demo venues and accounts.', [409]),
  'POST /setup/check': named('checkSetupLink', 'Check a setup link.', [410]),
  'POST /setup': named('setUpSite', 'Create the first operator and venue.', [409, 410]),

  'GET /venues/:id/tables': named('listTables', 'List the tables of a venue.'),
  'POST /venues/:id/tables': named('addTables', 'Add tables to a venue.'),
  'DELETE /venues/:id/tables/:tableId': named('removeTable', 'Remove a table.'),
  'GET /venues/:id/tax-categories': named('listTaxCategories', 'List the taxes of a venue beside its own.'),
  'PUT /venues/:id/tax-categories/:slug': named('setTaxCategory', 'Create or change a tax.'),
  'DELETE /venues/:id/tax-categories/:slug': named('removeTaxCategory', 'Remove a tax.'),
  'GET /vendors/:id/taxes': named('listVendorTaxes', 'List the taxes that items of a vendor may have.'),
  'PUT /items/:id/tax': named('setItemTax', 'Choose the tax of an item.'),

  'GET /vendors/:id/hours': named('getOpeningHours', 'Get the opening hours of a vendor.'),
  'PUT /vendors/:id/hours': named('setOpeningHours', 'Change the opening hours of a vendor.'),
  'POST /vendors/:id/pictures': named('uploadItemPicture', 'Upload a picture of an item.'),
  'GET /vendors/:id/menu-editor': named('getEditedMenu', 'Get the menu of a vendor to edit it.'),
  'POST /vendors/:id/menu-editor/menus': named('createMenu', 'Create a menu.'),
  'POST /vendors/:id/menu-editor/groups': named('createMenuGroup', 'Create a group in a menu.'),
  'POST /vendors/:id/menu-editor/items': named('createItem', 'Create an item in a group.'),
  'PUT /vendors/:id/menu-editor/menus/:entryId': named('updateMenu', 'Change a menu.'),
  'PUT /vendors/:id/menu-editor/groups/:entryId': named('updateMenuGroup', 'Change a group.'),
  'PUT /vendors/:id/menu-editor/items/:entryId': named('updateItem', 'Change an item.'),
  'POST /vendors/:id/menu-editor/:kind/:entryId/move': named('moveMenuEntry', 'Move a menu, a group or an item.'),
  'POST /vendors/:id/menu-editor/:kind/:entryId/duplicate': named('duplicateMenuEntry', 'Copy a group or an item.'),
  'DELETE /vendors/:id/menu-editor/:kind/:entryId': named('removeMenuEntry', 'Remove a menu, a group or an item.'),

  'GET /venues/:id/payouts': named('listPayouts', 'List what each vendor of a venue is owed.'),
  'GET /venues/:id/sales': named('getVenueSales', 'Get the sales of a venue.'),
  'GET /me/phone': named('getPhone', 'Get the number for text messages.'),
  'POST /me/phone': named('requestPhoneCode', 'Send a code to a number.', [404, 429, 503]),
  'POST /me/phone/confirm': named('confirmPhone', 'Confirm the number with the code.'),
  'DELETE /me/phone': named('removePhone', 'Delete the number for text messages.'),
  'POST /sms/status': named('reportTextMessage', 'Report what became of a text message, as its service does.', [404]),
  'POST /sms/inbound': named('receiveTextMessage', 'Report a reply by text message, as its service does.', [404]),
  'GET /venues/:id/text-messages': named('getTextMessageCosts', 'Count the text messages of a venue.'),

  'GET /vendors/:id/printers': named('listPrinters', 'List the printers of a vendor.'),
  'POST /vendors/:id/printers': named('addPrinter', 'Add a printer, with its address.'),
  'PUT /vendors/:id/printers/:printerId': named('changePrinter', 'Change a printer.'),
  'DELETE /vendors/:id/printers/:printerId': named('removePrinter', 'Remove a printer.'),
  'POST /vendors/:id/printers/:printerId/address': named('makePrinterAddress', 'Make a new address of a printer.'),
  'DELETE /vendors/:id/printers/:printerId/address': named('revokePrinterAddress', 'Revoke the address of a printer.'),
  'POST /vendors/:id/printers/:printerId/test': named('printTestPage', 'Print a test page.'),
  'POST /vendors/:id/printers/:printerId/next': named('takePrintJob', 'Take the next job of a tablet that prints.'),
  'GET /vendors/:id/print-jobs': named('listPrintJobs', 'List the print jobs of the last day.'),
  'POST /vendors/:id/print-jobs': named('printAgain', "Print an order or a job again, or a day's end."),
  'GET /vendors/:id/print-jobs/:jobId/preview': named('previewPrintJob', 'Get a ticket as it prints, as an SVG.'),
  'PUT /vendors/:id/print-jobs/:jobId': named('endPrintJob', 'Say how a job of a tablet ended.'),
  'GET /print/agent.mjs': named('getPrintAgent', 'Get the program that feeds printers on the network of a stall.'),
  'POST /print/agent': named('waitForPrintJobs', 'Wait for jobs of printers on the network of a stall.', [429]),
  'POST /print/:secret': named('pollPrintJobs', 'Ask for a job, as a printer does.', [429]),
  'GET /print/:secret': named('fetchPrintJob', 'Fetch a job, as a printer does.', [400, 415, 429]),
  'DELETE /print/:secret': named('confirmPrintJob', 'Confirm a job, as a printer does.', [429]),

  'GET /vendors/:id/day': named('getVendorDay', 'Get what a vendor sold on a day.'),

  'GET /vendors/:id/members': named('listMembers', 'List the people of a vendor.'),
  'PUT /vendors/:id/members/:userId': named('setMemberRole', 'Change the role of a member.', [409]),
  'DELETE /vendors/:id/members/:userId': named('removeMember', 'Remove a member.', [409]),
  'GET /vendors/:id/invitations': named('listVendorInvitations', 'List the open invitations of a vendor.'),
  'POST /vendors/:id/invitations': named('inviteMember', 'Invite a person to a vendor.', [409, 429]),
  'DELETE /vendors/:id/invitations/:invitationId': named('revokeVendorInvitation', 'Revoke an invitation to a vendor.'),
  'GET /venues/:id/operators': named('listOperators', 'List the operators of a venue.'),
  'DELETE /venues/:id/operators/:userId': named('removeOperator', 'Remove an operator.', [409]),
  'GET /venues/:id/invitations': named('listVenueInvitations', 'List the open invitations of a venue.'),
  'POST /venues/:id/invitations': named('inviteOperator', 'Invite a person to run a venue.', [409, 429]),
  'DELETE /venues/:id/invitations/:invitationId': named('revokeVenueInvitation', 'Revoke an invitation to a venue.'),
  'GET /site-operators': named('listSiteOperators', 'List the people who run the site.'),
  'POST /site-operators': named('addSiteOperator', 'Give the role of the site to a person.', [404, 409]),
  'DELETE /site-operators/:userId': named('removeSiteOperator', 'Take the role of the site.', [404, 409]),
  'GET /invitations/:token': named('getInvitation', 'Get an invitation by the secret of its link.', [410]),
  'POST /invitations/:token/accept': named('acceptInvitation', 'Accept an invitation.', [403, 410]),
  'GET /venues/:id/audit': named('listVenueAudit', 'List the changes of a venue.'),
  'GET /audit': named('listAudit', 'List the changes of the site.', [404]),
  'GET /audit/verification': named('verifyAudit', 'Check the chain of the audit log.'),

  'GET /health': named('getHealth', 'Tell that the process runs.'),
  'GET /ready': named('getReadiness', 'Tell whether the process takes requests.'),
  'GET /metrics': named('getMetrics', 'Get the metrics for Prometheus.'),
  'GET /openapi.json': named('getApiDescription', 'Get this description.'),
  'GET /docs': named('getApiDocs', 'Get this description as a page.'),
  'POST /reports': named('reportMetrics', 'Report errors and timings of a page.', [429]),
  'GET /releases': named('getReleasesPage', 'Get the page of what pages report of releases.'),
  'GET /releases/errors': named('getReleaseErrorsPage', 'Get the page of reported errors.'),

  'GET /registry': named('getRegistry', 'Tell that the site has a release service.'),
  'GET /registry/tokens': named('listReleaseTokens', 'List the release tokens.'),
  'POST /registry/tokens': named('createReleaseToken', 'Create a release token.'),
  'DELETE /registry/tokens/:id': named('revokeReleaseToken', 'Revoke a release token.'),
  'POST /registry/files/missing': named('listMissingFiles', 'Ask which files of a build are to be uploaded.', [409]),
  'PUT /registry/files/:sha256': named('uploadFile', 'Upload a file of a build.', [409]),
  'GET /registry/releases': named('listReleases', 'List the releases.'),
  'POST /registry/releases': named('release', 'Release an uploaded build.', [409]),
  'GET /registry/status': named('getReleaseStatus', 'Get what is live.', [409]),
  'GET /registry/builds/:app': named('getBuild', 'Get the record of a stored build.'),
  'GET /registry/builds/:app/maps': named('getSourceMap', 'Get a source map of a build.'),
  'GET /registry/errors': named('listReportedErrors', 'List the errors that pages reported of an app.'),
  'POST /registry/checks': named('checkBuild', 'Check an uploaded build without a release.', [409]),
  'POST /registry/rollbacks': named('rollBack', 'Roll an app back to its previous release.', [409]),
  'POST /registry/retirements': named('retireApp', 'Retire an app.', [409]),
  'POST /registry/recalls': named('recallRelease', 'Recall a release that attacked visitors.', [409]),
  'GET /registry/channel': named('getChannelPage', 'Get the page that asks to confirm joining a channel.'),
  'POST /registry/channel': named('joinChannel', 'Join a channel with this browser.'),
  'DELETE /registry/channel': named('leaveChannel', 'Leave the channel.', [403]),
  'POST /registry/overrides': named('requestOverride', 'Ask for a link by which one browser runs a local build.'),
  'GET /registry/override': named('getOverridePage', 'Get the page that asks to confirm an override.', [403]),
  'POST /registry/override': named('confirmOverride', 'Confirm an override for this browser.', [403]),
  'DELETE /registry/override': named('endOverrides', 'End the overrides of this browser.', [403]),

  'GET /desk': named('getDeskPage', 'The page of what is live.'),
  'GET /desk/errors': named('getDeskErrorsPage', 'The page of reported errors.'),
  'GET /desk/fits': named('getDeskFitsPage', 'The page of which releases fit each other.'),
  'GET /desk/log': named('getDeskLogPage', 'The page of past changes.', [404]),
  'POST /desk/sign-in': named('signInToDesk', 'Sign in to the desk with a release token.'),
  'POST /desk/sign-out': named('signOutOfDesk', 'Sign out of the desk.'),
  'GET /desk/rollback': named('getDeskRollbackPage', 'The page that asks to confirm a rollback.', [404, 409]),
  'POST /desk/rollback': named('confirmDeskRollback', 'Roll back, from the desk.', [404, 409]),
  'GET /desk/rollout': named('getDeskRolloutPage', 'The page that asks to confirm a rollout.', [404, 409]),
  'POST /desk/rollout': named('confirmDeskRollout', 'Change a rollout, from the desk.', [404, 409]),
  'GET /desk/end': named(
    'getDeskEndPage',
    'The page that asks to confirm the end of a rollout or channel.',
    [404, 409],
  ),
  'POST /desk/end': named('confirmDeskEnd', 'End a rollout or channel, from the desk.', [404, 409]),
};

/** @throws Error for a route without a name here */
export function operationOf(method: string, path: string): OperationName {
  const found = OPERATIONS[`${method} ${path}`];
  if (!found) throw new Error(`${method} ${path} has no operationId: add it to description/operations.ts.`);
  return found;
}
