-- When an order counts as late and as very late at a stall that wants two steps. Without them there is the one of 20 minutes.
alter table vendors
  add column late_after_minutes integer,
  add column very_late_after_minutes integer,
  add constraint vendors_lateness check (
    (late_after_minutes is null) = (very_late_after_minutes is null)
    and late_after_minutes >= 1 and very_late_after_minutes > late_after_minutes and very_late_after_minutes <= 600
  );
