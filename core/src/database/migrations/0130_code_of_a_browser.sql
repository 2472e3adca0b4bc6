-- Each browser has a code of its own for an email, so that a stranger who asks for one does not end the owner's.
alter table login_codes drop constraint login_codes_pkey;
alter table login_codes add primary key (email, browser_hash);
