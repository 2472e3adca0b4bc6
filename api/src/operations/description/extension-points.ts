/**
 * Prints docs/reference/extension-points.md: everything of the shell and of the API that a remote builds on. The types require a row for each
 * slot, menu and event; the routes and their summaries come from the API.
 */
import { POLICIES, type PolicyName, policyOf } from 'core/policy/policies';
import type { RoutePolicy } from 'core/policy/require-policies';
import type { EVENT_NAMES } from 'shared-contracts/events/names';
import type { MENU_PLACES, SLOT_NAMES } from 'shared-contracts/remote/slots';
import { OPERATIONS } from './operations';

interface Place {
  where: string;
  who: string;
  /** The name of its picture in docs/images; undefined for a slot that shows nothing. */
  picture?: string;
}

const SLOTS: Record<(typeof SLOT_NAMES)[number], Place & { params?: string }> = {
  background: {
    where:
      'On every page, after the first screen. It has no space of its own: its remote works there, and shows nothing.',
    who: 'signed-in people, by `audience`',
  },
  'notifications-panel': {
    where: 'The panel of notifications, which the bell of the main menu opens.',
    who: 'signed-in people, by `audience`',
    picture: 'slot-notifications-panel.png',
  },
  'account-export': {
    where: 'My Account, below the rows, while a stall is in use.',
    who: 'those who work for a stall',
    picture: 'slot-account-export.png',
  },
  account: {
    where: 'My Account, below the rows.',
    who: 'signed-in people, by `audience`: a customer, or a stall in use',
    picture: 'slot-account.png',
  },
  order: {
    where: 'The page of an order, below its totals.',
    who: 'its buyer and those who work for its stall, by `audience`',
    params: '`orderId`',
    picture: 'slot-order.png',
  },
};

const MENUS: Record<(typeof MENU_PLACES)[number], Place> = {
  'side-panel': {
    where: 'The side panel, below Vendors.',
    who: 'everyone, by `guard` and `audience`',
    picture: 'menu-side-panel.png',
  },
  account: {
    where: 'The rows of My Account.',
    who: 'signed-in people, by `audience`',
    picture: 'menu-account.png',
  },
  stall: {
    where: 'The buttons above the items of a stall. `:vendorId` is that stall.',
    who: 'those who work for the stall',
    picture: 'menu-stall.png',
  },
  office: {
    where: "The sections of a hall's office. `:venueId` is that hall.",
    who: 'the operators of the hall',
    picture: 'menu-office.png',
  },
};

const EVENTS: Record<(typeof EVENT_NAMES)[number], readonly [publisher: string, meaning: string]> = {
  'signed-in': ['shell', 'A session has begun.'],
  'profile-refreshed': [
    'shell',
    'The name or the stalls of the signed-in person may have changed. Other tabs hear it.',
  ],
  'signed-out': ['shell', 'The session has ended. Other tabs hear it.'],
  'context-switched': ['shell', 'The person now acts for a stall, or for themselves.'],
  'sign-in-asked': ['any app', 'Opens the sign-in, with a reason.'],
  'sign-in-closed': ['shell', 'The sign-in is closed.'],
  'venue-activated': ['shell', 'The page is of this hall.'],
  'venue-cleared': ['shell', 'The page is of no hall.'],
  'destination-set': ['shell', 'The visitor is at this table, room or address.'],
  'cart-changed': ['checkout', 'The count of the cart. Other tabs hear it.'],
  'payment-started': ['checkout', 'A payment is open: the shell does not reload.'],
  'payment-ended': ['checkout', 'The payment was paid, has failed, or was left.'],
  'unread-counted': ['queues', 'The number of unread notifications.'],
  'notifications-opened': ['any app', 'Opens the panel of notifications.'],
  'notifications-closed': ['any app', 'Closes it.'],
  'toast-shown': ['any app', 'Shows a short notice. `showToast` publishes it.'],
  'toast-dismissed': ['shell', 'The notice is gone.'],
  'title-set': ['any app', 'The title of the header. `useTitle` publishes it.'],
  'search-typed': ['shell', 'The text in the search of the header.'],
  'search-described': ['any app', 'The placeholder of the search.'],
  'search-counted': ['any app', 'The number of results for the search.'],
  'connection-changed': ['shell', 'The network or the socket is there, or is gone.'],
  'queue-order-added': ['server', 'An order has reached a queue.'],
  'queue-order-state-updated': ['server', 'An order in a queue has another state.'],
  'order-updated': ['server', 'An order has changed otherwise.'],
  'message-received': ['server', 'A message for the signed-in person.'],
  'cart-updated': ['server', 'The cart has changed, also from another device.'],
  'stock-updated': ['server', 'An item or a stall is available, or no longer.'],
  'queue-positions-changed': ['server', 'Expected times have changed.'],
  'printing-changed': ['server', 'A printer or a print job of the stall has another state.'],
  'orders-unseen': ['server', 'Orders of the stall that no one has seen.'],
  'refresh-wanted': ['shell', 'What is shown may be old: read it again.'],
};

/** Policies of programs, which have no session of a person. A remote cannot call their routes. */
const NOT_FOR_REMOTES: readonly PolicyName[] = ['printer', 'webhook', 'release token', 'operations'];

const picture = ({ picture: file, where }: Place) => (file ? `![${where}](../images/${file})` : 'none');

const routeOf = ({ method, url }: RoutePolicy) => `${method} ${url.replace('/api/v1', '')}`;
const pathFirst = (name: string) => name.split(' ').reverse().join(' ');

/** @param routes those of the API, in any order */
export function extensionPointsPage(routes: readonly RoutePolicy[]): string {
  const slots = Object.entries(SLOTS).map(
    ([name, place]) =>
      `| \`${name}\` | ${place.where} | ${place.who} | ${place.params ?? 'none'} | ${picture(place)} |`,
  );
  const menus = Object.entries(MENUS).map(
    ([name, place]) => `| \`${name}\` | ${place.where} | ${place.who} | ${picture(place)} |`,
  );
  const events = Object.entries(EVENTS).map(([name, [by, meaning]]) => `| \`${name}\` | ${by} | ${meaning} |`);
  const endpoints = routes
    .filter(({ policy }) => !NOT_FOR_REMOTES.includes(policy))
    .sort((one, other) => (pathFirst(routeOf(one)) < pathFirst(routeOf(other)) ? -1 : 1))
    .map((route) => `| \`${routeOf(route)}\` | ${OPERATIONS[routeOf(route)]?.summary ?? ''} | ${route.policy} |`);
  const policies = (Object.keys(POLICIES) as PolicyName[])
    .filter((name) => !NOT_FOR_REMOTES.includes(name))
    .map((name) => `- **${name}**: ${policyOf(name).meaning}`);
  return `# What a remote builds on

This page lists each slot, menu, event and endpoint that a remote may use, with where it is shown and who sees it. \`npm run roles\` prints it from
\`api/src/operations/description/extension-points.ts\` and from the routes of the API; edit those, not the page. The [team guide](../teams.md#add-to-menus-to-the-account-and-to-the-order)
shows how a remote uses them. \`npm run screenshots places\` takes the pictures.

## Slots

A slot is filled by \`slots\` of \`remote.json\`. Several remotes may fill one, in the order of their names. \`audience\`, \`guard\` and \`role\` narrow who sees a
filling. \`useSlotParams\` returns the parameters.

| Slot | Where | Who may see it | Parameters | Picture |
|---|---|---|---|---|
${slots.join('\n')}

## Menus

A menu has the entries of \`menu\` of \`remote.json\`, at most eight of a remote.

| Place | Where | Who may see it | Picture |
|---|---|---|---|
${menus.join('\n')}

## Events

\`subscribe\` and \`useEvent\` of \`shared-contracts/events\` hear an event, \`publish\` says it. The payloads are in \`ShellEvents\` of
[the API report](../../shared-contracts/api-report.md). An event of the server is a hint to read again. An app adds
[events of its own](../teams.md#tell-other-apps-what-has-happened).

| Event | Published by | Meaning |
|---|---|---|
${events.join('\n')}

## Endpoints

Below \`/api/v1\`, called with \`api()\`, \`useResource\` and \`resource\` of the contracts. The running site describes each one with its fields at
\`/api/v1/docs\`. The page of [roles](roles.md) says how each policy responds to each caller.

${policies.join('\n')}

| Endpoint | What it does | Who may call it |
|---|---|---|
${endpoints.join('\n')}
`;
}
