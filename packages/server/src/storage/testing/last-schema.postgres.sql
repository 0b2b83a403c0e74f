-- Tables of schema 15 that only PostgreSQL has.
create unlogged table rate_limits (key text primary key, used_until bigint not null,
  used bigint not null) with (fillfactor = 50);
create table settlement_leases (signer text primary key, holder text not null,
  token bigint not null, expires_at timestamptz not null);
