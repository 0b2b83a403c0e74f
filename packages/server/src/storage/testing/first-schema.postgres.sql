-- A database as the first released version left it, with a payment in every state it knew.
-- Never changed: every later version has to take it on.
create table if not exists migrations (
  number integer primary key,
  name text not null,
  applied_at timestamp not null default current_timestamp
);
create table payments (
  payer bytea not null,
  nonce bytea not null,
  state text not null,
  request text not null,
  amount bigint not null,
  pay_to bytea not null,
  valid_after text not null,
  valid_before text not null,
  signature bytea not null,
  transaction_hash bytea,
  log_index integer,
  reason text,
  answer_status integer,
  answer_body bytea,
  answer_receipt text,
  created_at bigint not null,
  kept_until bigint not null,
  primary key (payer, nonce)
);
create index payments_unfinished on payments (created_at)
  where state in ('claimed', 'broadcast', 'settled');
create index payments_kept on payments (kept_until) where answer_body is not null;
create table probe (id integer primary key, writes bigint not null);
insert into migrations (number, name) values (1, 'the payment record');
insert into probe (id, writes) values (1, 3);
insert into payments (payer, nonce, state, request, amount, pay_to, valid_after, valid_before, signature, transaction_hash, log_index, reason, answer_status, answer_body, answer_receipt, created_at, kept_until)
  values ('\xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '\x0000000000000000000000000000000000000000000000000000000000000001', 'claimed', 'digest 1', 15000, '\xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '0', '1700000060', '\xcccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc', null, null, null, null, null, null, 1700000000000, 1700086400000);
insert into payments (payer, nonce, state, request, amount, pay_to, valid_after, valid_before, signature, transaction_hash, log_index, reason, answer_status, answer_body, answer_receipt, created_at, kept_until)
  values ('\xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '\x0000000000000000000000000000000000000000000000000000000000000002', 'broadcast', 'digest 2', 30000, '\xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '0', '1700000060', '\xcccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc', '\xdddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', null, null, null, null, null, 1700000000001, 1700086400001);
insert into payments (payer, nonce, state, request, amount, pay_to, valid_after, valid_before, signature, transaction_hash, log_index, reason, answer_status, answer_body, answer_receipt, created_at, kept_until)
  values ('\xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '\x0000000000000000000000000000000000000000000000000000000000000003', 'settled', 'digest 3', 45000, '\xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '0', '1700000060', '\xcccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc', '\xdddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', 7, null, null, null, null, 1700000000002, 1700086400002);
insert into payments (payer, nonce, state, request, amount, pay_to, valid_after, valid_before, signature, transaction_hash, log_index, reason, answer_status, answer_body, answer_receipt, created_at, kept_until)
  values ('\xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '\x0000000000000000000000000000000000000000000000000000000000000004', 'answered', 'digest 4', 60000, '\xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '0', '1700000060', '\xcccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc', '\xdddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', 7, null, 200, '\x7b2264617461223a7b2271756f746573223a5b7b227072696365223a317d5d7d7d', 'eyJzdWNjZXNzIjp0cnVlfQ==', 1700000000003, 1700086400003);
insert into payments (payer, nonce, state, request, amount, pay_to, valid_after, valid_before, signature, transaction_hash, log_index, reason, answer_status, answer_body, answer_receipt, created_at, kept_until)
  values ('\xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '\x0000000000000000000000000000000000000000000000000000000000000005', 'failed', 'digest 5', 75000, '\xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '0', '1700000060', '\xcccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc', null, null, 'insufficient_funds', null, null, null, 1700000000004, 1700086400004);
insert into payments (payer, nonce, state, request, amount, pay_to, valid_after, valid_before, signature, transaction_hash, log_index, reason, answer_status, answer_body, answer_receipt, created_at, kept_until)
  values ('\xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '\x0000000000000000000000000000000000000000000000000000000000000006', 'owed', 'digest 6', 90000, '\xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', '0', '115792089237316195423570985008687907853269984665640564039457584007913129639935', '\xcccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc', '\xdddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', 7, 'UPSTREAM_UNAVAILABLE: down', null, null, null, 1700000000005, 1700086400005);
