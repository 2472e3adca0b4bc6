-- Every payment that was fulfilled has its shares: a vendor's is its lines and their tax, the venue's the service charge and its tax.
insert into payment_shares (attempt_id, order_id, vendor_id, amount_minor)
  select a.id, o.id, o.vendor_id, o.total_minor + case when o.is_tax_included then 0 else o.tax_minor end
    from payment_attempts a join orders o on o.cart_id = a.cart_id
    where a.state = 'succeeded' and not exists (select 1 from payment_shares where attempt_id = a.id)
  union all
  select a.id, null, null,
      sum(o.service_fee_minor + case when o.is_tax_included then 0 else o.service_fee_tax_minor end)
    from payment_attempts a join orders o on o.cart_id = a.cart_id
    where a.state = 'succeeded' and not exists (select 1 from payment_shares where attempt_id = a.id)
    group by a.id;

-- Payouts and sales ask for the payments of a venue in a range of days.
create index payment_attempts_paid on payment_attempts (venue_id, settled_at) where state = 'succeeded';
create index orders_placed on orders (venue_id, placed_at) where state <> 'cart';
