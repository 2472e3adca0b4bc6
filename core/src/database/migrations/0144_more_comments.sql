comment on table refused_release_tokens is 'Release tokens that were refused, counted by day, network and reason, for 30 days.';
comment on table login_codes is 'The latest sign-in code of an email address in each browser, hashed.';
