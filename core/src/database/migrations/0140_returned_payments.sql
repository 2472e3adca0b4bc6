-- A success that came more than a day after its start, or for a stall or hall that has closed, buys nothing and is refunded.
alter table payment_attempts drop constraint payment_attempts_state_check;
alter table payment_attempts add constraint payment_attempts_state_check
  check (state in ('open', 'succeeded', 'superseded', 'cancelled', 'mismatch', 'duplicate', 'expired', 'closed'));
