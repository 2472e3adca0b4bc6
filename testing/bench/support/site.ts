// What the benches share: a browser, people with a session in it, and orders bought through the real routes.
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const quantile = (values, q) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(q * values.length))];

export async function call(url, method, pathname, { token, body } = {}) {
  const answer = await fetch(`${url}/api/v1${pathname}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${pathname} answered ${answer.status}: ${await answer.text()}`);
  return answer.status === 204 ? undefined : answer.json();
}

/** Somebody with a session in a browser of their own. */
export async function signedIn(browser, url, { token, data }, context) {
  const session = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await session.addInitScript(
    (entries) => {
      for (const [key, value] of Object.entries(entries)) window.localStorage.setItem(key, value);
    },
    { token, user: JSON.stringify(data), context: JSON.stringify(context) },
  );
  const page = await session.newPage();
  await page.goto(`${url}/queues?filter=all`);
  return page;
}

/** The sandbox keeps its webhooks to itself, so that nothing settles a payment but the call that is timed. */
export async function dropWebhooks(sandboxUrl) {
  const answer = await fetch(`${sandboxUrl}/__control/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ webhooks: { mode: 'drop' } }),
  });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}: ${await answer.text()}`);
}

/**
 * Buys one item as the customer would, card and all, through the real routes, up to the call that settles the payment.
 * @returns that call
 */
export async function prepareOrder(url, sandboxUrl, token, userId) {
  const { data: vendors } = await call(url, 'GET', '/vendors?venue_id=1');
  const { data: vendor } = await call(url, 'GET', `/vendors/${vendors[0].id}`);
  const item = vendor.menus.data
    .flatMap(({ groups }) => groups.data.flatMap((group) => group.items.data.map((each) => ({ each, group }))))
    .find(({ each, group }) =>
      [...each.option_groups.data, ...group.option_groups.data].every(({ min_select }) => min_select === 0),
    ).each;
  const price = item.master.price;
  await call(url, 'POST', '/carts', {
    token,
    body: {
      venue_id: 1,
      vendor_id: vendor.id,
      variant_id: item.master.id,
      quantity: 1,
      price,
      item_total: price,
      total: price,
      options_total: 0,
      options: [],
      notes: '',
    },
  });
  const { data: cart } = await call(url, 'GET', `/carts/active?venue_id=1&user_id=${userId}&state=new`, { token });
  await call(url, 'PUT', `/orders/${cart.orders.data[0].id}`, {
    token,
    body: { delivery_method: 'collect', delivery_method_type: 'collect' },
  });
  const { secret } = await call(url, 'POST', `/carts/${cart.id}/start-stripe`, { token, body: {} });
  const intent = secret.clientSecret.split('_secret_')[0];
  const confirmed = await fetch(`${sandboxUrl}/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_granary', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  if (!confirmed.ok) throw new Error(`The sandbox answered ${confirmed.status}: ${await confirmed.text()}`);
  return () => call(url, 'POST', `/carts/${cart.id}/pay-with-stripe`, { token, body: { reference: intent } });
}

/** The demo's vendor and customer, each at their queue. */
export async function vendorAndCustomer(browser, url) {
  const login = (email) => call(url, 'POST', '/login', { body: { email, password: 'foodhall-demo' } });
  const vendorLogin = await login('vendor@foodhall.test');
  const customerLogin = await login('customer@foodhall.test');
  const [kumo] = vendorLogin.data.vendors.data;
  const { id, name } = customerLogin.data;
  return {
    kumo,
    vendorToken: vendorLogin.token,
    vendor: await signedIn(browser, url, vendorLogin, { type: 'Vendor', data: kumo }),
    customer: await signedIn(browser, url, customerLogin, { type: 'User', data: { id, name } }),
    customerToken: customerLogin.token,
    customerId: id,
  };
}
