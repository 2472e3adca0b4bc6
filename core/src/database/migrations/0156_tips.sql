-- Tips: off unless a hall offers three percentages. The choice is the cart's, the amounts are its orders', and a refund says what it returns of them.
alter table venues add column tip_rates_bp integer[];
alter table venues add constraint venues_tip_rates check (
  cardinality(tip_rates_bp) = 3 and tip_rates_bp[1] >= 100 and tip_rates_bp[1] < tip_rates_bp[2] and tip_rates_bp[2] < tip_rates_bp[3]
  and tip_rates_bp[3] <= 3000);
-- Paystack charges the items as priced.
alter table venues add constraint venues_paystack_has_no_tips check (payment_provider <> 'Paystack' or tip_rates_bp is null);

-- A percentage of the items or an amount. Both are null if the buyer chose none.
alter table carts add column tip_rate_bp integer, add column tip_minor integer;
alter table carts add constraint carts_tip check (num_nonnulls(tip_rate_bp, tip_minor) <= 1 and tip_minor > 0);

alter table orders add column tip_minor integer not null default 0;
alter table orders add constraint orders_tip check (tip_minor >= 0);
alter table order_refunds add column tip_minor integer not null default 0;
alter table order_refunds add constraint order_refunds_tip check (tip_minor >= 0);

-- A tip that the hall no longer offers leaves the open carts. The next version makes each buyer look before paying.
create function tips_leave_carts() returns trigger language plpgsql as $$
begin
  with changed as (
    update carts set tip_rate_bp = null, tip_minor = null, version = version + 1
    where venue_id = new.id and state = 'new' and (tip_rate_bp is not null or tip_minor is not null)
      and (new.tip_rates_bp is null or tip_rate_bp <> all (new.tip_rates_bp))
    returning id)
  update orders set tip_minor = 0 where cart_id in (select id from changed) and tip_minor > 0;
  return null;
end $$;
create trigger tips_leave_carts after update of tip_rates_bp on venues
  for each row when (old.tip_rates_bp is distinct from new.tip_rates_bp) execute function tips_leave_carts();

-- The receipt of an order has its tip.
create or replace function order_refund_is_covered() returns trigger language plpgsql as $$
declare
  paid integer;
  receipt integer;
  of_payment bigint;
  of_order bigint;
begin
  if new.state in ('failed', 'void') then
    return new;
  end if;
  select amount_minor into paid from payment_attempts
    where id = new.attempt_id and state = 'succeeded' for no key update;
  select total_minor + service_fee_minor + case when is_tax_included then 0 else tax_minor + service_fee_tax_minor end + tip_minor
    into receipt from orders where id = new.order_id;
  select coalesce(sum(amount_minor), 0), coalesce(sum(amount_minor) filter (where order_id = new.order_id), 0)
    into of_payment, of_order from order_refunds
    where attempt_id = new.attempt_id and id <> new.id and state not in ('failed', 'void');
  if paid is null or of_payment + new.amount_minor > paid or of_order + new.amount_minor > receipt then
    raise exception 'refunds of payment % would be % of %, of order % they would be % of %', new.attempt_id,
      of_payment + new.amount_minor, coalesce(paid, 0), new.order_id, of_order + new.amount_minor, receipt
      using errcode = 'check_violation', constraint = 'order_refunds_covered';
  end if;
  return new;
end $$;
