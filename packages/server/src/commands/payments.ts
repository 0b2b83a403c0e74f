import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { orNames } from '@fiq/shared/spelling/name-list'
import { overduePayments, overdueText } from '../storage/admin/overdue-payments.ts'
import type { Store } from '../storage/open-store.ts'
import { type PaymentState, paymentStates } from '../storage/payments/payment-record.ts'
import { searchPayments } from '../storage/payments/payment-search.ts'
import type { Printed } from './printing/operator-ports.ts'
import { textTable } from './printing/text-table.ts'

const limitMax = 10_000

/**
 * `fiq-server payments list [--state STATE] [--limit N]`: the newest payments, and the sums by
 * state that an operator compares with the chain.
 *
 * @throws FiqError `BAD_INPUT`
 */
export async function listPayments(
  options: { state?: string | undefined; limit?: string | undefined },
  { database, record }: Store,
  nowMs: number,
): Promise<Printed> {
  const limit = wholeLimit(options.limit ?? '50')
  const { state } = options
  if (state !== undefined && !paymentStates.includes(state as PaymentState))
    throw new FiqError('BAD_INPUT', `--state must be one of ${orNames(paymentStates)}.`)
  const found = await searchPayments(database, {
    ...defined({ state: state as PaymentState | undefined }),
    limit,
  })
  const payments = found.map((payment) => ({
    payer: payment.payer,
    nonce: payment.nonce,
    state: payment.state,
    amount: formatUsdc(payment.amount),
    transaction: payment.transaction ?? null,
    replaced: payment.replaced,
    reason: payment.reason ?? null,
    createdAt: new Date(payment.createdAt).toISOString(),
  }))
  const totals = Object.entries(await record.totals())
    .filter(([, { count }]) => count > 0)
    .map(([of, { count, amount }]) => ({ state: of, count, amount: formatUsdc(amount) }))
  const rows = payments.map(({ createdAt, state: rowState, amount, payer, nonce, transaction }) => [
    ...[createdAt, rowState, amount, payer, nonce, transaction ?? ''],
  ])
  const sums = totals.map((each) => `${each.state}: ${each.count}, ${each.amount} USDC`)
  const overdue = await overduePayments(record, nowMs)
  return {
    json: { payments, totals, ...defined({ overdue }) },
    text: [
      textTable(
        ['TIME', 'STATE', 'USDC', 'PAYER', 'NONCE', 'TRANSACTION'],
        rows,
        state === undefined ? 'No payments.' : `No payments in the state ${state}.`,
      ),
      ...(sums.length > 0 ? ['', ...sums] : []),
      ...(overdue ? ['', overdueText(overdue), overdue.remedy] : []),
    ].join('\n'),
  }
}

function wholeLimit(text: string): number {
  const limit = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= limitMax) return limit
  throw new FiqError('BAD_INPUT', `--limit must be 1 to ${limitMax}.`)
}
