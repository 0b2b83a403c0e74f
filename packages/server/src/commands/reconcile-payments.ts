import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { ServerConfig } from '../config/config.ts'
import { openDevnet } from '../devnet/chain.ts'
import {
  paymentsAtOnce,
  type Reconciliation,
  reconcileOne,
} from '../payments/reconcile/reconcile.ts'
import { inBatches } from '../scheduling/in-batches.ts'
import { type ChainPort, findSettlement } from '../settlement/chain/chain-reads.ts'
import { checkChain } from '../settlement/chain/check-chain.ts'
import { createRpcChain } from '../settlement/chain/rpc-chain.ts'
import { holdFolder } from '../storage/database/hold-folder.ts'
import type { Store } from '../storage/open-store.ts'
import type { PaymentRow } from '../storage/payments/payment-record.ts'
import { onStore, type Printed } from './printing/operator-ports.ts'
import { textTable } from './printing/text-table.ts'
import { readPaymentId } from './show-payment.ts'

type Outcome = keyof Reconciliation
type Reconciled = { before: PaymentRow; after: PaymentRow; outcome: Outcome }

/**
 * `database` and `dataDir` of the server. The chain: its node, or any other node of the same chain.
 */
export type ReconcileConfig = Pick<ServerConfig, 'database' | 'dataDir' | 'facilitator' | 'rpcUrl'>

const meaning: Readonly<Record<Outcome, string>> = {
  owed: 'paid; the answer is owed',
  paid: 'answered before settlement; now paid',
  failed: 'no money moved, and none can move any more',
  open: 'no money has moved yet; it can move until the authorization expires',
  unknown: 'the node did not answer, or the chain has no result yet',
}

/**
 * `fiq-server reconcile [nonce|transaction …]`: queries the chain once for the named payments, or
 * for all unfinished ones, and records the result. It signs and sends nothing, so it needs no lease
 * while servers run on a shared PostgreSQL, which do the same every 15 seconds. A data folder must
 * not be in use, because only the running server has the list of payments in progress.
 *
 * @returns The output, and whether all payments could be queried.
 * @throws FiqError `CONFIGURATION_INVALID`, `BAD_INPUT`, `NOT_FOUND`
 */
export async function reconcilePayments(
  ids: readonly string[],
  config: ReconcileConfig,
  nowMs: () => number,
): Promise<Printed & { isKnown: boolean }> {
  const named = ids.map(readPaymentId)
  const release = isAlone(config) ? holdFolder(config.dataDir, folderInUseRemedy) : () => {}
  const run = ({ record }: Store) =>
    onChain(config, nowMs, async (chain) => {
      const rows = pick(await record.unfinished(), named)
      return printed(
        await inBatches(rows, paymentsAtOnce, (row) => reconcileRow(row, record, chain)),
      )
    })
  return onStore(config, run).finally(release)
}

const folderInUseRemedy =
  'The running server checks the chain every 15 seconds, and at once from /admin. Or stop it and repeat this command.'

function isAlone({ database, facilitator }: ReconcileConfig): boolean {
  return database === undefined || facilitator.mode === 'devnet'
}

function pick(rows: readonly PaymentRow[], ids: readonly string[]): readonly PaymentRow[] {
  const isOf = (id: string) => (row: PaymentRow) => row.nonce === id || row.transaction === id
  for (const id of ids)
    if (!rows.some(isOf(id)))
      throw new FiqError('NOT_FOUND', `No payment with ${id} waits for the chain.`, {
        remedy: 'fiq-server payments show prints its state.',
      })
  return ids.length === 0 ? rows : rows.filter((row) => ids.some((id) => isOf(id)(row)))
}

async function onChain<result>(
  { facilitator, rpcUrl, dataDir }: ReconcileConfig,
  nowMs: () => number,
  run: (chain: ChainPort) => Promise<result>,
): Promise<result> {
  if (facilitator.mode !== 'devnet') {
    if (rpcUrl === undefined)
      throw new FiqError(
        'CONFIGURATION_INVALID',
        '--rpc-url is required: the command queries the chain.',
        { remedy: 'Set --rpc-url or FIQ_RPC_URL to a node of Base.' },
      )
    const chain = createRpcChain({ url: rpcUrl })
    await checkChain(chain)
    return run(chain)
  }
  const { request, close } = await openDevnet({ dataFile: join(dataDir, 'devnet.sqlite') })
  const seconds = () => BigInt(Math.floor(nowMs() / 1_000))
  return run({ request, seconds }).finally(close)
}

async function reconcileRow(
  was: PaymentRow,
  record: Store['record'],
  chain: ChainPort,
): Promise<Reconciled> {
  const facilitator = {
    findSettlement: ({ authorization }: PaymentRow['signed']) =>
      findSettlement(chain, authorization),
  }
  const outcome = await reconcileOne(was, { record, facilitator })
  return { before: was, after: (await record.find(was)) ?? was, outcome }
}

function printed(reconciled: readonly Reconciled[]): Printed & { isKnown: boolean } {
  const payments = reconciled.map(({ before, after, outcome }) => ({
    payer: before.payer,
    nonce: before.nonce,
    amount: formatUsdc(amountOf(before)),
    was: before.state,
    state: after.state,
    outcome,
    transaction: after.transaction ?? null,
  }))
  const groups = [...Map.groupBy(reconciled, ({ outcome }) => outcome)]
  const totals = groups.map(([outcome, all]) => {
    const amount = formatUsdc(all.reduce((sum, { before: was }) => sum + amountOf(was), 0n))
    return { outcome, count: all.length, amount }
  })
  const rows = payments.map(({ nonce, payer, amount, was, state, transaction }) => [
    ...[was, state, amount, payer, nonce, transaction ?? ''],
  ])
  const sums = totals.map(
    ({ outcome, count, amount }) => `${outcome}: ${count}, ${amount} USDC: ${meaning[outcome]}`,
  )
  return {
    isKnown: totals.every(({ outcome }) => outcome !== 'unknown'),
    json: { payments, totals },
    text:
      rows.length === 0
        ? 'No payment waits for the chain.'
        : [
            textTable(['WAS', 'IS', 'USDC', 'PAYER', 'NONCE', 'TRANSACTION'], rows),
            '',
            ...sums,
          ].join('\n'),
  }
}

function amountOf({ signed }: PaymentRow): bigint {
  return signed.authorization.value
}
