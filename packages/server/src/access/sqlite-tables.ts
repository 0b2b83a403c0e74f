/** File in the data folder that holds keys and credits; operator commands open it too. */
export const accessFile = 'access.sqlite'

/**
 * Tables of keys and credits. Every balance is never negative by a check of the database itself,
 * and what may happen once is a unique column.
 */
export const accessTables = `
  create table if not exists organisations (
    id text primary key,
    name text not null unique,
    plan text not null,
    wallet text unique,
    prepaid bigint not null default 0 check (prepaid >= 0),
    allotment bigint not null default 0 check (allotment >= 0),
    allotment_month text not null default '',
    created_at bigint not null
  );
  create table if not exists api_keys (
    id text primary key,
    organisation text not null references organisations (id),
    name text not null,
    prefix text not null,
    hash text not null unique,
    created_at bigint not null,
    expires_at bigint,
    revoked_at bigint
  );
  create index if not exists api_keys_by_prefix on api_keys (prefix);
  create index if not exists api_keys_by_organisation on api_keys (organisation, created_at);
  create table if not exists credit_ledger (
    id text primary key,
    organisation text not null references organisations (id),
    kind text not null,
    credits bigint not null,
    allotment bigint not null,
    key_id text,
    reference text unique,
    note text,
    created_at bigint not null
  );
  create index if not exists credit_ledger_by_time on credit_ledger (organisation, created_at);
  create table if not exists sign_in_nonces (
    nonce text primary key,
    expires_at bigint not null
  );
  create index if not exists sign_in_nonces_by_expiry on sign_in_nonces (expires_at);
`
