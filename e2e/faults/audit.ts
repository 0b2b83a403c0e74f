import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Hex } from '@fiq/shared/payment/wire'
import { openDevnet } from '../../packages/server/src/devnet/chain.ts'
import { reconcile } from '../../packages/server/src/payments/reconcile/reconcile.ts'
import { openLocalFacilitator } from '../../packages/server/src/settlement/settle/local.ts'
import type { Database } from '../../packages/server/src/storage/database/database.ts'
import {
  ledgerFile,
  openSqliteDatabase,
} from '../../packages/server/src/storage/database/sqlite-database.ts'
import { openPaymentRecord } from '../../packages/server/src/storage/payments/open-payment-record.ts'
import { historyViolations, recordHistory } from './history.ts'
import { type History, validSeconds } from './payer.ts'

/** Sums at the end of a run, in atomic units. */
export type Books = { received: bigint; answered: bigint; owed: bigint; failed: number }

type AuditOptions = { database?: Database; mayExpire?: boolean; isRecorded?: boolean }

/** First topics of the token's event logs. */
const authorizationUsed = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** All clocks differ by less than a minute, so every authorization has expired after this time. */
const lateSeconds = 60

/** State of every payment, by nonce. Reads a data folder that no server has open. */
export async function statesIn(folder: string): Promise<Map<Hex, string>> {
  const database = ledgerOf(folder)
  const states = await statesOf(database)
  await database.close()
  return states
}

/** Makes the database of a data folder record every change of a payment. A server may have it open. */
export async function recordIn(folder: string): Promise<void> {
  const database = ledgerOf(folder)
  await recordHistory(database, 'sqlite')
  await database.close()
}

function ledgerOf(folder: string): Database {
  return openSqliteDatabase(join(folder, ledgerFile))
}

async function statesOf(database: Database): Promise<Map<Hex, string>> {
  const rows = await database.scan('select nonce, state from payments')
  return new Map(
    rows.map(({ nonce, state }) => [
      `0x${Buffer.from(nonce as Uint8Array).toString('hex')}`,
      String(state),
    ]),
  )
}

/**
 * Compares the chain's ledger with the payment record and with the payers' observations. Reads a
 * data folder that no server has open, or the database that servers shared. The reconciler runs
 * once before, with a clock at which all authorizations have expired, so that abandoned purchases
 * are final too.
 *
 * @param options.isRecorded - The database has recorded every change of a payment. Checks them too.
 * @param options.mayExpire - Accepts a refusal for a payment that moved no money.
 * @returns The sums, and a sentence for every violation.
 */
export async function audit(
  folder: string,
  histories: readonly History[],
  { database = ledgerOf(folder), mayExpire = false, isRecorded = false }: AuditOptions = {},
): Promise<{ books: Books; violations: string[] }> {
  const totals = await finish(folder, database)
  const moved = movedIn(folder)
  const states = await statesOf(database)
  const violations = isRecorded ? await historyViolations(database) : []
  await database.close()
  const hold = (holds: boolean, sentence: string) => {
    if (!holds) violations.push(sentence)
  }

  const received = moved.transfers.reduce((sum, { value }) => sum + value, 0n)
  const { answered, owed, failed, claimed, broadcast, settled, reserved, advanced, unpaid } = totals
  hold(
    received === answered.amount + owed.amount,
    `settled ${received}, answered ${answered.amount}, owed ${owed.amount}`,
  )
  const open = [claimed, broadcast, settled, reserved, advanced].reduce(
    (n, { count }) => n + count,
    0,
  )
  hold(unpaid.count === 0, `${unpaid.count} payments were answered and never settled`)
  hold(open === 0, `${open} payments have not come to an end`)
  hold(moved.transfers.length === moved.used.length, 'transfers differ from used authorizations')
  hold(new Set(moved.used).size === moved.used.length, 'an authorization was used twice')

  const used = new Set(moved.used)
  for (const { purchase, answers } of histories) {
    const { nonce } = purchase
    const bodies = answers.filter((answer) => answer?.status === 200).map((answer) => answer?.body)
    hold(new Set(bodies).size <= 1, `${nonce} was answered in ${new Set(bodies).size} ways`)
    hold(bodies.length === 0 || used.has(nonce), `${nonce} was answered and not settled`)
    const state = states.get(nonce)
    hold(!used.has(nonce) || state === 'answered' || state === 'owed', `${nonce} is paid: ${state}`)
    for (const answer of answers)
      hold(
        !answer ||
          [200, 502, 503].includes(answer.status) ||
          (answer.status === 402 && mayExpire && !used.has(nonce)),
        `${nonce} was refused: ${answer?.status} ${answer?.code}`,
      )
  }
  const books = { received, answered: answered.amount, owed: owed.amount, failed: failed.count }
  return { books, violations }
}

async function finish(folder: string, database: Database) {
  const devnet = await openDevnet({ dataFile: join(folder, 'devnet.sqlite') })
  const record = openPaymentRecord(database)
  const { request, settler: signer } = devnet
  const expired = BigInt(Math.floor(Date.now() / 1_000) + lateSeconds) + validSeconds
  const facilitator = openLocalFacilitator({ request, signer, seconds: () => expired })
  const inFlight = { has: () => false }
  await reconcile({ record, facilitator, inFlight })
  const totals = await record.totals()
  await devnet.close()
  return totals
}

/** Read from the file, not through our own chain code. Transfers of the faucet are left out. */
function movedIn(folder: string): { used: Hex[]; transfers: { value: bigint }[] } {
  const database = new DatabaseSync(join(folder, 'devnet.sqlite'))
  const logs = (topic: string) =>
    database
      .prepare('select log from log where topic0 = ?')
      .all(topic)
      .map((row) => JSON.parse(String(row['log'])) as { topics: Hex[]; data: Hex })
  const used = logs(authorizationUsed).map(({ topics }) => topics[2]!)
  const transfers = logs(transfer)
    .filter(({ topics }) => BigInt(topics[1]!) !== 0n)
    .map(({ data }) => ({ value: BigInt(data) }))
  database.close()
  return { used, transfers }
}
