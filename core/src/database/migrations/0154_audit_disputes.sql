-- Disputes that operators enter and close are in the audit log. The provider's own are not, since no person decides about them.
create function audit_dispute() returns trigger language plpgsql as $$
begin
  insert into audit_log (actor_id, action, subject, venue_id, before, after)
  select audit_actor(), case when tg_op = 'INSERT' then 'dispute.entered' else 'dispute.closed' end, carts.payment_number, attempt.venue_id,
    case when tg_op = 'UPDATE' then jsonb_build_object('state', old.state, 'fee_minor', old.fee_minor) end,
    jsonb_build_object('state', new.state, 'amount_minor', new.amount_minor, 'fee_minor', new.fee_minor, 'currency', new.currency,
      'reason', new.reason)
  from payment_attempts attempt join carts on carts.id = attempt.cart_id where attempt.id = new.attempt_id;
  return null;
end $$;
create trigger audit_dispute after insert or update on disputes
  for each row when (new.source = 'operator') execute function audit_dispute();
