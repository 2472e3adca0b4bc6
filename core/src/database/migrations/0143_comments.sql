-- What each table holds, for a person who looks into the database: \d+ and every tool show it.
comment on table schema_migrations is 'Migrations that were applied, each with the checksum of its file.';
-- People
comment on table users is 'Accounts of customers, vendors and operators. A deleted account keeps its row without anything personal.';
comment on table tokens is 'Sessions: the hash of each bearer token and when it ends.';
comment on table password_resets is 'Links to set a new password: the hash of each token and when it expires.';
comment on table login_codes is 'The latest sign-in code of an email address, hashed.';
comment on table vendor_members is 'Who works at a stall, as owner or staff.';
comment on table venue_operators is 'Who runs a venue: everything in it, money included.';
comment on table invitations is 'Roles offered to an email address: of a stall, or operator of a venue. The link holds the token, the row its hash.';
comment on table push_subscriptions is 'Web Push addresses of browsers. Each belongs to the session that consented and ends with it.';
comment on table attempt_counts is 'Counts of failed sign-ins and other limited attempts, shared by all processes.';
-- The site
comment on table site is 'What the site itself is, in one row.';
comment on table setup_links is 'Links that open the setup of a site without a venue. Only the newest works.';
comment on table shared_secrets is 'Keys that all processes of this database share, such as those that sign channels.';
comment on table audit_log is 'Append-only: who changed roles, hours, taxes, menus and releases, with the values before and after.';
comment on table audit_chain is 'Append-only: a chain of hashes over audit_log, in the order of the commits.';
-- The menu
comment on table venues is 'Food halls with their currency, tax, time zone and payment provider.';
comment on table vendors is 'Stalls of a venue. is_active = false: it was removed and stays for its orders.';
comment on table venue_tables is 'Tables of a venue, each with the code that its sticker shows (/t/<code>).';
comment on table tax_categories is 'Taxes of a venue beside its own, for single items.';
comment on table menus is 'Menus of a stall.';
comment on table groups is 'Sections of a menu.';
comment on table items is 'Dishes and drinks of a section. is_listed: still on the menu; status: the stall''s own switch.';
comment on table variants is 'Sizes of an item, each with its price in minor units. The first one is the master.';
comment on table option_groups is 'Groups of choices, of one item or of a whole section.';
comment on table options is 'Choices of a group, with the price each adds in minor units.';
comment on table stall_pictures is 'Pictures that stalls have uploaded: their size, and since when no menu has used them.';
comment on table catalog_version is 'One value that differs after each change of what visitors see, for the caches of public responses.';
-- Carts and orders
comment on table carts is 'A customer''s cart of one venue. There is at most one in state new for both.';
comment on table idempotency_keys is 'Idempotency keys of additions to a cart, for a day, so that a repeat adds nothing.';
comment on table orders is 'One order per cart and stall. Names, tax and delivery are as they were when it was made. Amounts are minor units.';
comment on table order_items is 'Lines of an order, each priced for good.';
comment on table order_item_options is 'Choices of a line.';
comment on table order_counters is 'The last order number of a stall and day.';
comment on table order_cancellations is 'Orders that a stall has cancelled: by whom, why, and from which state of the queue.';
-- The queue
comment on table queue_entries is 'A placed order in its stall''s queue: new, busy, done, collected.';
comment on table queue_transitions is 'Each step of a queue entry. A trigger writes them.';
comment on table queue_moves is 'Responses to moves that named an Idempotency-Key, for a day, so that a repeat gets the same one.';
-- Payments
comment on table payment_attempts is 'Payments that were started: amount, the provider''s reference, and the snapshot of what is paid for.';
comment on table payment_shares is 'What each stall is owed of a payment, and what stays with the venue (vendor_id null).';
comment on table payment_alerts is 'Money that came in and is not what was asked for. seen_at: an operator has looked.';
comment on table webhook_events is 'Webhooks of payment providers, stored before they are processed.';
comment on table order_refunds is 'Money of an order that goes back, with its state at the provider.';
comment on table order_refund_lines is 'Units of lines that a refund is of. A refund of an amount has none.';
-- Work and releases
comment on table outbox is 'Work that follows a commit: events, emails, refunds. Written in the transaction that causes it.';
comment on table release_tokens is 'What a team shows to the release service: the hash of each token and its rights.';
comment on table desk_sessions is 'Sign-ins of teams at the pages of the release service.';
comment on table release_hours is 'What pages reported of a release within an hour, added up.';
comment on table release_errors is 'Errors that pages reported of a release, equal ones as one row.';
