import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { FiqError } from '@fiq/shared/errors'
import { decodeTokenLog } from './token-log.ts'
import type { TokenState } from './token-storage.ts'

/** A log of JSON-RPC. The type names the fields in use; the ledger stores all. */
export type RpcLog = { address: string; topics: string[]; data: string; logIndex: string }
export type RpcReceipt = { transactionHash: string; logs: RpcLog[] }
type RpcTransaction = { hash: string; from: string; nonce: string }

export type MinedBlock = {
  number: number
  transactions: RpcTransaction[]
  receipts: RpcReceipt[]
}

/** A filter of logs. Blocks are inclusive; an empty place in `topics` matches any topic. */
export type LogFilter = {
  fromBlock: number
  toBlock: number
  addresses: string[]
  topics: string[][]
}

/**
 * The state of the embedded chain that survives a restart: balances and used nonces of the token,
 * transaction counts of accounts, and receipts and logs of the newest blocks.
 */
export type Ledger = {
  /** Number of the newest block recorded, 0 for none. */
  height(): number
  tokenState(): TokenState
  transactionCounts(): { address: string; nonce: bigint }[]
  /** Records blocks in one transaction, durably before it returns. */
  record(blocks: MinedBlock[]): void
  receipt(transactionHash: string): unknown
  transaction(transactionHash: string): unknown
  /** @returns Logs in chain order, at most `rowsMax`. */
  logs(filter: LogFilter, rowsMax: number): unknown[]
  close(): void
}

/**
 * Number of blocks whose receipts, transactions and logs are stored: about 350 MB of single payments.
 * A payment without a known outcome is looked for within minutes. Used nonces are stored for ever.
 */
export const blocksStored = 50_000
/** Blocks between two deletions of old ones. */
const pruneEvery = 500

const tables = `
  CREATE TABLE IF NOT EXISTS height (one INTEGER PRIMARY KEY CHECK (one = 1), number INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS balance (address TEXT PRIMARY KEY, amount TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS used_nonce (authorizer TEXT, nonce TEXT, PRIMARY KEY (authorizer, nonce)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS sender (address TEXT PRIMARY KEY, nonce INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS mined (hash TEXT PRIMARY KEY, tx TEXT NOT NULL, receipt TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS log (
    block INTEGER, position INTEGER, address TEXT NOT NULL,
    topic0 TEXT, topic1 TEXT, topic2 TEXT, topic3 TEXT, log TEXT NOT NULL,
    PRIMARY KEY (block, position)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS log_by_topic1 ON log (topic1, topic2);
`

/**
 * Opens the ledger of the embedded chain.
 *
 * @param file - SQLite file, held exclusively: two chains over one file would contradict each
 * other. If absent, everything is kept in memory.
 * @param token - address of the token whose logs change balances.
 * @param stored - for tests: how many blocks are stored, and how often old ones are deleted.
 * @throws FiqError `CONFIGURATION_INVALID` for a file that is in use or not a database.
 */
export function openLedger(
  file: string | undefined,
  token: string,
  stored = { blocks: blocksStored, pruneEvery },
): Ledger {
  const database = openDatabase(file)
  const statement = statementsOf(database)
  const record = (block: MinedBlock) => {
    for (const { from, nonce, hash, ...rest } of block.transactions) {
      const receipt = block.receipts.find((one) => one.transactionHash === hash)
      statement.putMined.run(
        hash,
        JSON.stringify({ ...rest, from, nonce, hash }),
        JSON.stringify(receipt ?? null),
        block.number,
      )
      statement.putSender.run(from.toLowerCase(), Number.parseInt(nonce, 16) + 1)
    }
    for (const log of block.receipts.flatMap((receipt) => receipt.logs)) {
      putLog(statement, block.number, log)
      if (log.address.toLowerCase() === token.toLowerCase()) applyTokenLog(statement, log)
    }
    statement.putHeight.run(block.number)
    if (block.number % stored.pruneEvery === 0)
      for (const prune of [statement.pruneMined, statement.pruneLogs])
        prune.run(block.number - stored.blocks)
  }
  return {
    height: () => Number(statement.height.get()?.['number'] ?? 0),
    tokenState: () => ({
      balances: statement.balances.all().map((row) => ({
        address: String(row['address']),
        amount: BigInt(String(row['amount'])),
      })),
      usedNonces: statement.usedNonces.all().map((row) => ({
        authorizer: String(row['authorizer']),
        nonce: String(row['nonce']),
      })),
    }),
    transactionCounts: () =>
      statement.senders.all().map((row) => ({
        address: String(row['address']),
        nonce: BigInt(String(row['nonce'])),
      })),
    record: (blocks) => inTransaction(database, () => blocks.forEach(record)),
    receipt: (hash) => parsed(statement.mined.get(hash.toLowerCase())?.['receipt']),
    transaction: (hash) => parsed(statement.mined.get(hash.toLowerCase())?.['tx']),
    logs: (filter, rowsMax) => selectLogs(database, filter, rowsMax),
    close: () => database.close(),
  }
}

function openDatabase(file: string | undefined): DatabaseSync {
  try {
    const database = new DatabaseSync(file ?? ':memory:')
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA synchronous = FULL')
    database.exec(tables)
    addBlockNumbers(database)
    return database
  } catch (cause) {
    throw new FiqError('CONFIGURATION_INVALID', `The devnet cannot open its ledger ${file}.`, {
      remedy:
        'Stop the other server that uses this folder, or choose another folder with --data-dir.',
      cause,
    })
  }
}

/** Files of earlier versions do not name the block of a transaction. Their rows count as the newest. */
function addBlockNumbers(database: DatabaseSync): void {
  const sql = `SELECT 1 FROM pragma_table_info('mined') WHERE name = 'block'`
  if (database.prepare(sql).get() === undefined)
    inTransaction(database, () =>
      database.exec(`
        ALTER TABLE mined ADD COLUMN block INTEGER;
        UPDATE mined SET block = (SELECT number FROM height);`),
    )
  database.exec('CREATE INDEX IF NOT EXISTS mined_by_block ON mined (block)')
}

function statementsOf(database: DatabaseSync) {
  return {
    height: database.prepare('SELECT number FROM height'),
    putHeight: database.prepare(
      'INSERT INTO height VALUES (1, ?) ON CONFLICT DO UPDATE SET number = excluded.number',
    ),
    balances: database.prepare('SELECT address, amount FROM balance'),
    balance: database.prepare('SELECT amount FROM balance WHERE address = ?'),
    putBalance: database.prepare(
      'INSERT INTO balance VALUES (?, ?) ON CONFLICT DO UPDATE SET amount = excluded.amount',
    ),
    usedNonces: database.prepare('SELECT authorizer, nonce FROM used_nonce'),
    putUsedNonce: database.prepare('INSERT INTO used_nonce VALUES (?, ?) ON CONFLICT DO NOTHING'),
    senders: database.prepare('SELECT address, nonce FROM sender'),
    putSender: database.prepare(
      'INSERT INTO sender VALUES (?, ?) ON CONFLICT DO UPDATE SET nonce = max(nonce, excluded.nonce)',
    ),
    mined: database.prepare('SELECT tx, receipt FROM mined WHERE hash = ?'),
    putMined: database.prepare('INSERT INTO mined VALUES (?, ?, ?, ?)'),
    pruneMined: database.prepare('DELETE FROM mined WHERE block <= ?'),
    pruneLogs: database.prepare('DELETE FROM log WHERE block <= ?'),
    putLog: database.prepare('INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
  }
}

type Statements = ReturnType<typeof statementsOf>

function putLog(statement: Statements, block: number, log: RpcLog): void {
  const [topic0 = null, topic1 = null, topic2 = null, topic3 = null] = log.topics
  const position = Number.parseInt(log.logIndex, 16)
  const text = JSON.stringify(log)
  const address = log.address.toLowerCase()
  statement.putLog.run(block, position, address, topic0, topic1, topic2, topic3, text)
}

/**
 * Applies a Transfer log to the balances. The zero address represents minting and is not an
 * account.
 */
function applyTokenLog(statement: Statements, log: RpcLog): void {
  const event = decodeTokenLog(log)
  if (event?.name === 'authorization-spent')
    statement.putUsedNonce.run(event.authorizer, event.nonce)
  if (event?.name !== 'transfer') return
  const add = (address: string, change: bigint) => {
    if (BigInt(address) === 0n) return
    const before = BigInt(String(statement.balance.get(address)?.['amount'] ?? 0))
    statement.putBalance.run(address, String(before + change))
  }
  add(event.from, -event.value)
  add(event.to, event.value)
}

function selectLogs(database: DatabaseSync, filter: LogFilter, rowsMax: number): unknown[] {
  const conditions = ['block BETWEEN ? AND ?']
  const values: SQLInputValue[] = [filter.fromBlock, filter.toBlock]
  const oneOf = (column: string, allowed: string[]) => {
    if (allowed.length === 0) return
    conditions.push(`${column} IN (${allowed.map(() => '?').join(', ')})`)
    values.push(...allowed.map((value) => value.toLowerCase()))
  }
  oneOf('address', filter.addresses)
  for (const [place, allowed] of filter.topics.slice(0, 4).entries())
    oneOf(`topic${place}`, allowed)
  const where = conditions.join(' AND ')
  return database
    .prepare(`SELECT log FROM log WHERE ${where} ORDER BY block, position LIMIT ?`)
    .all(...values, rowsMax)
    .map((row) => parsed(row['log']))
}

function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    work()
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function parsed(text: unknown): unknown {
  return typeof text === 'string' ? JSON.parse(text) : null
}
