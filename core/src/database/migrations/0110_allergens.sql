-- What a stall states of an item (modules/catalog/diet.rules.ts). Allergens: null is that nothing is stated, an empty list that there is none.
alter table items
  add column allergens text[],
  add column diets text[] not null default '{}';
-- What a choice adds to those of its item.
alter table options add column allergens text[] not null default '{}';
-- Whether a stall states allergens at all.
create index items_vendor_allergens on items (vendor_id) where allergens is not null;

-- Of a line with its choices, as stated when its order was placed. Null: nothing was stated, or it is in a cart.
alter table order_items add column allergens text[];

-- A guest may fall ill of a wrong one, so each change is in the audit log, whichever way it was made.
create function audit_diet_of_item() returns trigger language plpgsql as $$
begin
  insert into audit_log (actor_id, action, subject, venue_id, vendor_id, before, after)
  select audit_actor(), 'item.allergens-stated', new.name, vendors.venue_id, vendors.id,
    jsonb_build_object('allergens', old.allergens, 'diets', old.diets),
    jsonb_build_object('allergens', new.allergens, 'diets', new.diets)
  from vendors where vendors.id = new.vendor_id;
  return null;
end $$;
create trigger audit_diet_of_item after update of allergens, diets on items
  for each row when ((old.allergens, old.diets) is distinct from (new.allergens, new.diets)) execute function audit_diet_of_item();

create function audit_allergens_of_option() returns trigger language plpgsql as $$
begin
  insert into audit_log (actor_id, action, subject, venue_id, vendor_id, before, after)
  select audit_actor(), 'option.allergens-stated', new.name, vendors.venue_id, vendors.id,
    jsonb_build_object('allergens', old.allergens), jsonb_build_object('allergens', new.allergens)
  from vendors where vendors.id = new.vendor_id;
  return null;
end $$;
create trigger audit_allergens_of_option after update of allergens on options
  for each row when (old.allergens is distinct from new.allergens) execute function audit_allergens_of_option();
