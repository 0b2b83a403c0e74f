/** One step of the database's shape. Never changed once released: a change is a new step. */
export type Migration = {
  /** 1, 2, 3, … without a gap. */
  number: number
  name: string
  /** In the SQL that SQLite and PostgreSQL share. */
  statements: readonly string[]
  /** For what only instances that share a PostgreSQL need, in its own SQL. */
  postgres?: readonly string[]
}

/**
 * The shape of the database, step by step, for both dialects.
 *
 * Types that both understand: `text`, `bigint`, `integer` and `bytea`, which SQLite takes for any
 * name and keeps bytes as they are. What may exceed 64 bits (the times that a payer signs) is
 * decimal text. Keys are bytes, half as large as their hex: the index of ten million payments is
 * then small enough to stay in memory.
 */
export const migrations: readonly Migration[] = [
  {
    number: 1,
    name: 'the payment record',
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
        primary key (payer, nonce)
      )`,
      `create index payments_unfinished on payments (created_at)
        where state in ('claimed', 'broadcast', 'settled')`,
      'create index payments_kept on payments (kept_until) where answer_body is not null',
      'create table probe (id integer primary key, writes bigint not null)',
    ],
  },
  {
    number: 2,
    name: 'organisations, keys, credits and sign-in',
    statements: [
      `create table organisations (
        id text primary key,
        name text not null unique,
        plan text not null,
        wallet text unique,
        prepaid bigint not null default 0 check (prepaid >= 0),
        allotment bigint not null default 0 check (allotment >= 0),
        allotment_month text not null default '',
        created_at bigint not null
      )`,
      `create table api_keys (
        id text primary key,
        organisation text not null references organisations (id),
        name text not null,
        prefix text not null,
        hash text not null unique,
        created_at bigint not null,
        expires_at bigint,
        revoked_at bigint
      )`,
      'create index api_keys_by_prefix on api_keys (prefix)',
      'create index api_keys_by_organisation on api_keys (organisation, created_at)',
      `create table credit_ledger (
        id text primary key,
        organisation text not null references organisations (id),
        kind text not null,
        credits bigint not null,
        allotment bigint not null,
        key_id text,
        reference text unique,
        note text,
        created_at bigint not null
      )`,
      'create index credit_ledger_by_time on credit_ledger (organisation, created_at)',
      `create table sign_in_nonces (
        nonce text primary key,
        expires_at bigint not null
      )`,
      'create index sign_in_nonces_by_expiry on sign_in_nonces (expires_at)',
    ],
  },
  {
    number: 3,
    name: 'names that payers give their payments',
    statements: [
      'alter table payments add column identifier text',
      `create unique index payments_named on payments (payer, identifier)
        where identifier is not null`,
    ],
  },
  {
    number: 4,
    name: 'answers in advance, and what each payer owes for them',
    statements: [
      'create table exposures (payer bytea primary key, amount bigint not null check (amount >= 0))',
      'drop index payments_unfinished',
      `create index payments_unfinished on payments (created_at)
        where state in ('claimed', 'broadcast', 'settled', 'reserved', 'advanced')`,
    ],
  },
  {
    number: 5,
    name: 'what instances share: limits, and who settles',
    statements: [],
    postgres: [
      // Not worth a sync to the disk: what is lost in a crash was a minute old at most.
      `create unlogged table rate_limits (
        key text primary key,
        used_until bigint not null,
        used bigint not null
      ) with (fillfactor = 50)`,
      `create table settlement_leases (
        signer text primary key,
        holder text not null,
        token bigint not null,
        expires_at timestamptz not null
      )`,
    ],
  },
  {
    number: 6,
    name: 'organisations of people who sign in with an identity provider',
    statements: [
      'alter table organisations add column subject text',
      'create unique index organisations_by_subject on organisations (subject)',
      `create table sign_in_codes (
        hash text primary key,
        challenge text not null,
        organisation text not null references organisations (id),
        expires_at bigint not null
      )`,
      'create index sign_in_codes_by_expiry on sign_in_codes (expires_at)',
    ],
  },
  {
    number: 7,
    name: 'transactions that were replaced by others with a higher fee',
    statements: [
      `create table replaced_transactions (
        payer bytea not null,
        nonce bytea not null,
        transaction_hash bytea not null,
        primary key (payer, nonce, transaction_hash)
      )`,
    ],
  },
  {
    number: 8,
    name: 'debits whose answer has not been given',
    statements: [
      'alter table credit_ledger add column unanswered integer',
      `create index credit_ledger_unanswered on credit_ledger (created_at)
        where unanswered = 1`,
    ],
  },
  {
    number: 9,
    name: 'keys that were made with another key',
    statements: ['alter table api_keys add column parent text'],
  },
  {
    number: 10,
    name: 'payments that failed and were never sent',
    statements: [
      `create index payments_failed on payments (kept_until)
        where state = 'failed' and transaction_hash is null`,
    ],
  },
  {
    number: 11,
    name: 'operators who sign in, what they did, and finding payments',
    statements: [
      'create table operators (name text primary key, created_at bigint not null)',
      `create table operator_codes (
        hash text primary key,
        operator text not null references operators (name),
        expires_at bigint not null
      )`,
      `create table operator_sessions (
        hash text primary key,
        operator text not null references operators (name),
        created_at bigint not null,
        used_at bigint not null
      )`,
      `create table operator_actions (
        id text primary key,
        operator text not null,
        action text not null,
        subject text not null,
        detail text not null,
        outcome text,
        created_at bigint not null
      )`,
      'create index operator_actions_by_time on operator_actions (created_at, id)',
      'create index operator_actions_by_subject on operator_actions (subject, created_at)',
      'create index payments_by_time on payments (created_at)',
      'create index payments_by_nonce on payments (nonce)',
      `create index payments_by_transaction on payments (transaction_hash)
        where transaction_hash is not null`,
      `create index payments_ended_badly on payments (created_at)
        where state in ('failed', 'owed', 'unpaid')`,
      'create index replaced_by_transaction on replaced_transactions (transaction_hash)',
      'create index credit_ledger_by_day on credit_ledger (created_at)',
    ],
  },
  {
    number: 12,
    name: 'tariffs, so that quotes of the one before can be paid',
    statements: [
      'create table tariffs (version text primary key, rates text not null, begun_at bigint not null)',
    ],
  },
  {
    number: 13,
    name: 'transactions of settlements for other resource servers',
    statements: [
      `create table served_settlements (
        payer bytea not null,
        nonce bytea not null,
        transaction_hash bytea not null,
        kept_until bigint not null,
        primary key (payer, nonce)
      )`,
      'create index served_settlements_kept on served_settlements (kept_until)',
    ],
  },
  {
    number: 14,
    name: 'tariffs, with what their rates were used with',
    statements: [
      'alter table tariffs rename column rates to terms',
      // Until now there was one set of bounds.
      `update tariffs set terms = '{"rates":' || terms || ',"bounds":{"amountMin":"15000","amountMax":"10000000","creditsMax":10000,"pageSize":20,"limitMax":500}}'`,
    ],
  },
  {
    number: 15,
    name: 'payments that are not at their end, by one comparison',
    statements: [
      'drop index payments_unfinished',
      'drop index payments_ended_badly',
      `create index payments_open on payments (state, created_at) where state <> 'answered'`,
    ],
  },
  {
    number: 16,
    name: 'answers that credits bought under an idempotency key',
    statements: [
      `create table credit_answers (
        organisation text not null references organisations (id),
        idempotency_key text not null,
        request text not null,
        debit text not null,
        answer_status integer,
        answer_body bytea,
        kept_until bigint not null,
        primary key (organisation, idempotency_key)
      )`,
      'create index credit_answers_by_debit on credit_answers (debit)',
      `create index credit_answers_kept on credit_answers (kept_until)
        where answer_body is not null`,
    ],
  },
  {
    number: 17,
    name: 'the address that is paid',
    statements: ['create table ledger_facts (name text primary key, value text not null)'],
  },
  {
    number: 18,
    name: 'large answers, in parts, and the room they take',
    statements: [
      'create table answer_room (id integer primary key, bytes bigint not null check (bytes >= 0))',
      'insert into answer_room (id, bytes) values (1, 0)',
      `create table large_answers (
        id text primary key,
        payer bytea,
        nonce bytea,
        debit text,
        reference bytea not null,
        bytes bigint not null,
        parts integer,
        created_at bigint not null
      )`,
      'create index large_answers_by_time on large_answers (created_at)',
      `create table large_answer_parts (
        id text not null,
        part integer not null,
        bytes bytea not null,
        primary key (id, part)
      )`,
    ],
  },
  {
    number: 19,
    name: 'the exposure that a payment answered first counts against',
    // Null means the payer's own.
    statements: ['alter table payments add column exposed bytea'],
  },
  {
    number: 20,
    name: 'hashes of the secrets of quotes, and when payments were answered',
    statements: [
      'alter table payments add column secret_hash bytea',
      'alter table payments add column answered_at bigint',
    ],
  },
  {
    number: 21,
    name: 'settlements that are not final, and credits that wait for it',
    statements: [
      // 1 from the settlement until its block is final. Earlier settlements count as final.
      'alter table payments add column unfinal integer',
      'create index payments_unfinal on payments (created_at) where unfinal = 1',
      `create table pending_credits (
        reference text primary key,
        id text not null,
        organisation text not null references organisations (id),
        kind text not null,
        credits bigint not null,
        less text,
        payer bytea not null,
        nonce bytea not null,
        created_at bigint not null
      )`,
      'create index pending_credits_by_organisation on pending_credits (organisation)',
    ],
  },
  {
    number: 22,
    name: 'tries to make an answer that is owed',
    statements: [
      `create table owed_tries (
        payer bytea not null,
        nonce bytea not null,
        tries integer not null,
        next_at bigint not null,
        primary key (payer, nonce)
      )`,
    ],
  },
  {
    number: 23,
    name: 'what the gas of settlements cost',
    statements: [
      `create table gas_spending (
        transaction_hash text primary key,
        wei bigint not null,
        spent_at bigint not null
      )`,
      'create index gas_spending_by_time on gas_spending (spent_at)',
    ],
  },
]
