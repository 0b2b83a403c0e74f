/**
 * One migration of the database's schema. A released migration never changes; a change is a new
 * one.
 */
export type Migration = {
  /**
   * Number of the resulting schema, ascending. Numbers between two migrations were never released.
   */
  number: number
  name: string
  /** Scripts in the common SQL of SQLite and PostgreSQL. */
  statements: readonly string[]
  /** Tables that only instances with a shared PostgreSQL need, in its own SQL. */
  postgres?: readonly string[]
}

/**
 * The schema of the last released version, then one migration for each version since. A new
 * database runs all of them; a database of the last version runs those after its number.
 *
 * Types common to both dialects: `text`, `bigint`, `integer` and `bytea` (SQLite accepts any type
 * name and keeps bytes unchanged). Numbers that may exceed 64 bits, such as the times that a payer
 * signs, are decimal text. Keys are bytes, half as large as their hex, so that the index of ten
 * million payments fits in memory.
 */
export const migrations: readonly Migration[] = [
  {
    number: 15,
    name: 'the schema of the last released version',
    statements: [
      `create table payments (
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
        identifier text,
        primary key (payer, nonce)
      );
      create unique index payments_named on payments (payer, identifier)
        where identifier is not null;
      create index payments_by_time on payments (created_at);
      create index payments_by_nonce on payments (nonce);
      create index payments_by_transaction on payments (transaction_hash)
        where transaction_hash is not null;
      create index payments_open on payments (state, created_at) where state <> 'answered';
      create index payments_kept on payments (kept_until) where answer_body is not null;
      create index payments_failed on payments (kept_until)
        where state = 'failed' and transaction_hash is null;
      create table replaced_transactions (payer bytea not null, nonce bytea not null,
        transaction_hash bytea not null, primary key (payer, nonce, transaction_hash));
      create index replaced_by_transaction on replaced_transactions (transaction_hash);
      create table exposures (payer bytea primary key,
        amount bigint not null check (amount >= 0))`,
      `create table organisations (
        id text primary key,
        name text not null unique,
        plan text not null,
        wallet text unique,
        prepaid bigint not null default 0 check (prepaid >= 0),
        allotment bigint not null default 0 check (allotment >= 0),
        allotment_month text not null default '',
        created_at bigint not null,
        subject text
      );
      create unique index organisations_by_subject on organisations (subject);
      create table api_keys (
        id text primary key,
        organisation text not null references organisations (id),
        name text not null,
        prefix text not null,
        hash text not null unique,
        created_at bigint not null,
        expires_at bigint,
        revoked_at bigint,
        parent text
      );
      create index api_keys_by_prefix on api_keys (prefix);
      create index api_keys_by_organisation on api_keys (organisation, created_at);
      create table sign_in_nonces (nonce text primary key, expires_at bigint not null);
      create index sign_in_nonces_by_expiry on sign_in_nonces (expires_at);
      create table sign_in_codes (hash text primary key, challenge text not null,
        organisation text not null references organisations (id), expires_at bigint not null);
      create index sign_in_codes_by_expiry on sign_in_codes (expires_at)`,
      `create table credit_ledger (
        id text primary key,
        organisation text not null references organisations (id),
        kind text not null,
        credits bigint not null,
        allotment bigint not null,
        key_id text,
        reference text unique,
        note text,
        created_at bigint not null,
        unanswered integer
      );
      create index credit_ledger_by_time on credit_ledger (organisation, created_at);
      create index credit_ledger_by_day on credit_ledger (created_at);
      create index credit_ledger_unanswered on credit_ledger (created_at) where unanswered = 1`,
      `create table operators (name text primary key, created_at bigint not null);
      create table operator_codes (hash text primary key,
        operator text not null references operators (name), expires_at bigint not null);
      create table operator_sessions (hash text primary key,
        operator text not null references operators (name),
        created_at bigint not null, used_at bigint not null);
      create table operator_actions (id text primary key, operator text not null,
        action text not null, subject text not null, detail text not null, outcome text,
        created_at bigint not null);
      create index operator_actions_by_time on operator_actions (created_at, id);
      create index operator_actions_by_subject on operator_actions (subject, created_at)`,
      `create table tariffs (version text primary key, terms text not null,
        begun_at bigint not null);
      create table served_settlements (payer bytea not null, nonce bytea not null,
        transaction_hash bytea not null, kept_until bigint not null, primary key (payer, nonce));
      create index served_settlements_kept on served_settlements (kept_until);
      create table probe (id integer primary key, writes bigint not null)`,
    ],
    postgres: [
      // Unlogged: a crash loses only limits, which are at most a minute old.
      `create unlogged table rate_limits (key text primary key, used_until bigint not null,
        used bigint not null) with (fillfactor = 50);
      create table settlement_leases (signer text primary key, holder text not null,
        token bigint not null, expires_at timestamptz not null)`,
    ],
  },
  {
    number: 23,
    name: 'secrets, finality, idempotency keys, large answers, gas',
    statements: [
      // `exposed`: the exposure that a payment answered first counts against; null for the payer's
      // own. `unfinal`: 1 from the settlement until its block is final; earlier settlements are
      // final.
      `alter table payments add column exposed bytea;
      alter table payments add column secret_hash bytea;
      alter table payments add column answered_at bigint;
      alter table payments add column unfinal integer;
      create index payments_unfinal on payments (created_at) where unfinal = 1;
      create table owed_tries (payer bytea not null, nonce bytea not null,
        tries integer not null, next_at bigint not null, primary key (payer, nonce))`,
      `create table credit_answers (
        organisation text not null references organisations (id),
        idempotency_key text not null,
        request text not null,
        debit text not null,
        answer_status integer,
        answer_body bytea,
        kept_until bigint not null,
        primary key (organisation, idempotency_key)
      );
      create index credit_answers_by_debit on credit_answers (debit);
      create index credit_answers_kept on credit_answers (kept_until)
        where answer_body is not null;
      create table pending_credits (
        reference text primary key,
        id text not null,
        organisation text not null references organisations (id),
        kind text not null,
        credits bigint not null,
        less text,
        payer bytea not null,
        nonce bytea not null,
        created_at bigint not null
      );
      create index pending_credits_by_organisation on pending_credits (organisation)`,
      `create table answer_room (id integer primary key, bytes bigint not null check (bytes >= 0));
      insert into answer_room (id, bytes) values (1, 0);
      create table large_answers (id text primary key, payer bytea, nonce bytea, debit text,
        reference bytea not null, bytes bigint not null, parts integer,
        created_at bigint not null);
      create index large_answers_by_time on large_answers (created_at);
      create table large_answer_parts (id text not null, part integer not null,
        bytes bytea not null, primary key (id, part))`,
      `create table ledger_facts (name text primary key, value text not null);
      create table gas_spending (transaction_hash text primary key, wei bigint not null,
        spent_at bigint not null);
      create index gas_spending_by_time on gas_spending (spent_at)`,
    ],
  },
  {
    number: 24,
    name: 'what was bought, by area; counts by hour; sessions of accounts',
    statements: [
      // `bought`: fields, a newline, their arguments. `area`: the area of an entry with one area;
      // an entry with several has rows in `credit_areas`.
      `alter table payments add column bought text;
      create index payments_sold on payments (created_at, amount, answered_at)
        where state in ('settled', 'answered', 'owed');
      alter table credit_ledger add column area text;
      create table credit_areas (entry text not null, area text not null, credits bigint not null,
        queries integer not null, primary key (entry, area));
      create table hourly_counts (kind text not null, hour bigint not null, name text not null,
        calls bigint not null, failed bigint not null, milliseconds bigint not null,
        primary key (kind, hour, name))`,
      `create table account_sessions (hash text primary key,
        organisation text not null references organisations (id),
        created_at bigint not null, used_at bigint not null);
      create index account_sessions_by_time on account_sessions (created_at)`,
    ],
  },
  {
    number: 25,
    name: 'debits whose operations run for minutes; payers whose payments fail',
    statements: [
      // `unanswered`: 1 at the debit; its server adds 1 each minute while the operation runs.
      `drop index credit_ledger_unanswered;
      create index credit_ledger_unanswered on credit_ledger (created_at)
        where unanswered is not null`,
      // `failed_payer`: of a mined transaction that did not move its only payment.
      `alter table gas_spending add column failed_payer text;
      create index gas_spending_failed on gas_spending (spent_at) where failed_payer is not null`,
    ],
  },
]
