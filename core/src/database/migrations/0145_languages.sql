-- Receipts, emails and pushes about an order come in the language of its checkout. An older process that runs during a deploy writes English.
alter table orders add column language text not null default 'en';
alter table orders add constraint orders_language_check check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$') not valid;
-- Other emails come in the language that the person has chosen. Null: the person has not chosen any.
alter table users add column language text;
alter table users add constraint users_language_check check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$') not valid;
