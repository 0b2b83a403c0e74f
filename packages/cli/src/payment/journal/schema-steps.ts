/** Amounts are atomic units, times Unix milliseconds, `valid_before` Unix seconds. */
const schema = `
CREATE TABLE IF NOT EXISTS purchases (
  id TEXT PRIMARY KEY,
  request TEXT NOT NULL,
  state TEXT NOT NULL,
  at INTEGER NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  pay_to TEXT NOT NULL,
  payer TEXT NOT NULL,
  valid_before INTEGER NOT NULL,
  nonce TEXT NOT NULL UNIQUE,
  authorization TEXT NOT NULL,
  session TEXT NOT NULL,
  url TEXT NOT NULL,
  body TEXT NOT NULL,
  label TEXT,
  quote TEXT NOT NULL,
  signed TEXT,
  answer TEXT,
  transaction_hash TEXT,
  reason TEXT,
  owner TEXT,
  owner_pid INTEGER,
  lease_until INTEGER,
  delivered_at INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS purchases_request ON purchases (request, at);
CREATE INDEX IF NOT EXISTS purchases_at ON purchases (at);
CREATE TABLE IF NOT EXISTS payees (
  profile TEXT NOT NULL,
  origin TEXT NOT NULL,
  pay_to TEXT NOT NULL,
  since INTEGER NOT NULL,
  PRIMARY KEY (profile, origin)
) STRICT;
CREATE TABLE IF NOT EXISTS clock (only INTEGER PRIMARY KEY CHECK (only = 1), high_water INTEGER NOT NULL) STRICT;
INSERT OR IGNORE INTO clock VALUES (1, 0);
`

/**
 * Version 2: the proxy's clients with their caps, and the quotes that wait for the user. They are
 * in the same file, so that caps are checked in the transaction of the budget.
 */
const proxySchema = `
ALTER TABLE purchases ADD COLUMN client TEXT;
CREATE INDEX purchases_client ON purchases (client, at);
CREATE TABLE clients (
  name TEXT PRIMARY KEY,
  token_hash TEXT UNIQUE,
  per_call INTEGER NOT NULL,
  per_day INTEGER NOT NULL,
  per_30_days INTEGER NOT NULL,
  automatic INTEGER,
  tools TEXT,
  since INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
CREATE TABLE approvals (
  id TEXT PRIMARY KEY,
  client TEXT NOT NULL,
  request TEXT NOT NULL,
  state TEXT NOT NULL,
  amount INTEGER NOT NULL,
  pay_to TEXT NOT NULL,
  quote TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT;
CREATE INDEX approvals_request ON approvals (client, request);
`

/** Version 3: marks purchases of a play wallet, which have separate budget windows. */
const playSchema = `
ALTER TABLE purchases ADD COLUMN play INTEGER NOT NULL DEFAULT 0 CHECK (play IN (0, 1));
`

/**
 * Version 4: the amount that a client's own window may approve, and the key of this installation,
 * which authenticates what a client returns with a reply of its window.
 */
const windowSchema = `
ALTER TABLE clients ADD COLUMN window_max INTEGER;
CREATE TABLE installation (only INTEGER PRIMARY KEY CHECK (only = 1), key BLOB NOT NULL) STRICT;
INSERT INTO installation VALUES (1, randomblob(32));
`

/** Version 5: how long the machine had run when it reserved, in milliseconds. */
const uptimeSchema = 'ALTER TABLE purchases ADD COLUMN uptime INTEGER'

/**
 * Version 6: sums and searches read an index instead of all payments, whose rows fill a page each.
 * `checks`: when the whole file was last checked, in Unix seconds.
 */
const indexSchema = `
CREATE INDEX purchases_window ON purchases (play, at, amount) WHERE state <> 'void';
CREATE INDEX purchases_session ON purchases (session, play, amount) WHERE state <> 'void';
CREATE INDEX purchases_client_window ON purchases (client, play, at, amount)
  WHERE state <> 'void' AND client IS NOT NULL;
CREATE INDEX purchases_payee ON purchases (lower(pay_to), amount) WHERE state <> 'void';
CREATE INDEX purchases_unproven ON purchases (at) WHERE state IN ('signed', 'unknown', 'rejected');
CREATE INDEX purchases_reserved ON purchases (at) WHERE state = 'reserved';
CREATE INDEX purchases_answers ON purchases (delivered_at) WHERE answer IS NOT NULL;
CREATE TABLE checks (only INTEGER PRIMARY KEY CHECK (only = 1), at INTEGER NOT NULL) STRICT;
INSERT INTO checks VALUES (1, 0);
`

/** Version 7: the automatic limit of a client for play money, apart from that for real money. */
const automaticPlaySchema = 'ALTER TABLE clients ADD COLUMN automatic_play INTEGER'

/**
 * Version 8: what the proxy's clients bought on credits, for their caps, and the large answers, to be
 * read in pages for a day. Amounts are the prices of the queries in atomic units of USDC.
 */
const creditsSchema = `
CREATE TABLE credit_charges (
  id TEXT PRIMARY KEY,
  client TEXT NOT NULL,
  at INTEGER NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  answer TEXT
) STRICT;
CREATE INDEX credit_charges_client ON credit_charges (client, at, amount);
CREATE INDEX credit_charges_answers ON credit_charges (at) WHERE answer IS NOT NULL;
`

/**
 * Version 9: a limit of an earlier version may come from a quote of play money, and nothing tells
 * which. It permits payments of real money without a prompt, so the user confirms it again.
 */
const confirmAgain = 'UPDATE clients SET automatic = NULL'

/**
 * Version 10: the idempotency key that a caller of the proxy sent with a purchase, as a hash of the
 * client and the key. `credit_charges.request`: the `requestKey`.
 */
const onceSchema = `
ALTER TABLE purchases ADD COLUMN once TEXT;
CREATE INDEX purchases_once ON purchases (once) WHERE once IS NOT NULL;
ALTER TABLE credit_charges ADD COLUMN once TEXT;
ALTER TABLE credit_charges ADD COLUMN request TEXT;
CREATE UNIQUE INDEX credit_charges_once ON credit_charges (once) WHERE once IS NOT NULL;
`

/** What each version adds to the tables of the one before. `user_version` counts them. */
export const steps: readonly string[] = [
  schema,
  proxySchema,
  playSchema,
  windowSchema,
  uptimeSchema,
  indexSchema,
  automaticPlaySchema,
  creditsSchema,
  confirmAgain,
  onceSchema,
]
