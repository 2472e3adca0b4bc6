-- A stall hides a menu, a section or a group of choices as it hides an item (modules/menu-editor). `is_active` and `is_listed` go on
-- saying whether the menu has it at all. A process of an earlier version shows what is hidden here.
alter table menus add column status text not null default 'active' check (status in ('active', 'inactive'));
alter table groups add column status text not null default 'active' check (status in ('active', 'inactive'));
alter table option_groups add column status text not null default 'active' check (status in ('active', 'inactive'));
