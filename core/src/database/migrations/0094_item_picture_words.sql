-- What an item's picture shows, in words for guests who do not see it. Empty: the picture is decoration.
alter table items add column image_alt text not null default '';
