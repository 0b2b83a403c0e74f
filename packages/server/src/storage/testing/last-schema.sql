-- Schema 15, as the last released version left it; SQLite and PostgreSQL both read it.
-- Frozen: the test beside it proves that a database of that version is upgraded.
create table migrations (number integer primary key, name text not null,
  applied_at timestamp not null default current_timestamp);
create table payments (payer bytea not null, nonce bytea not null, state text not null, request text
  not null, amount bigint not null, pay_to bytea not null, valid_after text not null, valid_before
  text not null, signature bytea not null, transaction_hash bytea, log_index integer, reason text,
  answer_status integer, answer_body bytea, answer_receipt text, created_at bigint not null,
  kept_until bigint not null, identifier text, primary key (payer, nonce));
create table probe (id integer primary key, writes bigint not null);
create table organisations (id text primary key, name text not null unique, plan text not null,
  wallet text unique, prepaid bigint not null default 0 check (prepaid >= 0), allotment bigint not
  null default 0 check (allotment >= 0), allotment_month text not null default '', created_at bigint
  not null, subject text);
create table api_keys (id text primary key, organisation text not null references organisations
  (id), name text not null, prefix text not null, hash text not null unique, created_at bigint not
  null, expires_at bigint, revoked_at bigint, parent text);
create table credit_ledger (id text primary key, organisation text not null references organisations
  (id), kind text not null, credits bigint not null, allotment bigint not null, key_id text,
  reference text unique, note text, created_at bigint not null, unanswered integer);
create table sign_in_nonces (nonce text primary key, expires_at bigint not null);
create table exposures (payer bytea primary key, amount bigint not null check (amount >= 0));
create table sign_in_codes (hash text primary key, challenge text not null, organisation text not
  null references organisations (id), expires_at bigint not null);
create table replaced_transactions (payer bytea not null, nonce bytea not null, transaction_hash
  bytea not null, primary key (payer, nonce, transaction_hash));
create table operators (name text primary key, created_at bigint not null);
create table operator_codes (hash text primary key, operator text not null references operators
  (name), expires_at bigint not null);
create table operator_sessions (hash text primary key, operator text not null references operators
  (name), created_at bigint not null, used_at bigint not null);
create table operator_actions (id text primary key, operator text not null, action text not null,
  subject text not null, detail text not null, outcome text, created_at bigint not null);
create table tariffs (version text primary key, terms text not null, begun_at bigint not null);
create table served_settlements (payer bytea not null, nonce bytea not null, transaction_hash bytea
  not null, kept_until bigint not null, primary key (payer, nonce));
create index payments_kept on payments (kept_until) where answer_body is not null;
create index api_keys_by_prefix on api_keys (prefix);
create index api_keys_by_organisation on api_keys (organisation, created_at);
create index credit_ledger_by_time on credit_ledger (organisation, created_at);
create index sign_in_nonces_by_expiry on sign_in_nonces (expires_at);
create unique index payments_named on payments (payer, identifier) where identifier is not null;
create unique index organisations_by_subject on organisations (subject);
create index sign_in_codes_by_expiry on sign_in_codes (expires_at);
create index credit_ledger_unanswered on credit_ledger (created_at) where unanswered = 1;
create index payments_failed on payments (kept_until) where state = 'failed' and transaction_hash is
  null;
create index operator_actions_by_time on operator_actions (created_at, id);
create index operator_actions_by_subject on operator_actions (subject, created_at);
create index payments_by_time on payments (created_at);
create index payments_by_nonce on payments (nonce);
create index payments_by_transaction on payments (transaction_hash) where transaction_hash is not
  null;
create index replaced_by_transaction on replaced_transactions (transaction_hash);
create index credit_ledger_by_day on credit_ledger (created_at);
create index served_settlements_kept on served_settlements (kept_until);
create index payments_open on payments (state, created_at) where state <> 'answered';
insert into migrations (number, name) values
  (1, 'the payment record'),
  (2, 'organisations, keys, credits and sign-in'),
  (3, 'names that payers give their payments'),
  (4, 'answers in advance, and what each payer owes for them'),
  (5, 'what instances share: limits, and who settles'),
  (6, 'organisations of people who sign in with an identity provider'),
  (7, 'transactions that were replaced by others with a higher fee'),
  (8, 'debits whose answer has not been given'),
  (9, 'keys that were made with another key'),
  (10, 'payments that failed and were never sent'),
  (11, 'operators who sign in, what they did, and finding payments'),
  (12, 'tariffs, so that quotes of the one before can be paid'),
  (13, 'transactions of settlements for other resource servers'),
  (14, 'tariffs, with what their rates were used with'),
  (15, 'payments that are not at their end, by one comparison');
