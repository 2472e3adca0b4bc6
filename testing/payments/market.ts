// What can be bought, read once from the API: for each provider its demo venue, and of each vendor some lines for a cart.

const ITEMS_OF_A_VENDOR = 3;

/** @returns {Promise<Record<'Stripe' | 'Paystack' | 'Global', {id: number, key: string, vendors: object[]}>>} */
export async function readMarket(url) {
  const read = async (address) => (await (await fetch(`${url}${address}`)).json()).data;
  const market = {};
  for (const venue of await read('/venues')) {
    const vendors = [];
    for (const { id, accepting_orders: isOpen } of await read(`/vendors?venue_id=${venue.id}`)) {
      if (isOpen) vendors.push(await linesOf(read, id));
    }
    const open = vendors.filter(({ lines }) => lines.length > 0);
    if (open.length > 0)
      market[venue.payment_provider] = { id: venue.id, key: venue.payment_provider_key, vendors: open };
  }
  return market;
}

async function linesOf(read, vendorId) {
  const vendor = await read(`/vendors/${vendorId}`);
  const listed = vendor.menus.data.flatMap((menu) => menu.groups.data.flatMap((group) => group.items.data));
  const lines = [];
  for (const { id, status } of listed) {
    if (lines.length === ITEMS_OF_A_VENDOR) break;
    const item = await read(`/items/${id}`);
    const groups = [...item.option_groups.data, ...item.group.option_groups.data];
    const options = groups.flatMap(({ min_select: least, options: { data } }) =>
      data.filter((option) => option.status === 'active').slice(0, least),
    );
    if (status !== 'active' || item.master.status !== 'active') continue;
    lines.push({
      venue_id: vendor.venue_id,
      vendor_id: vendor.id,
      variant_id: item.master.id,
      price: item.master.price,
      options_total: options.reduce((sum, { price }) => sum + price, 0),
      options: options.map((option) => ({ id: option.id })),
    });
  }
  return { id: vendor.id, types: vendor.delivery_method_types, lines };
}
