import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { creditsFor } from '@fiq/shared/pricing/price-plan'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { creditOwed } from '../../payments/claim-owed.ts'
import { timelineOf } from '../../storage/admin/payment-timeline.ts'
import { giftsFor } from '../../storage/credits/credits-ledger.ts'
import type { PaymentKey } from '../../storage/credits/payment-key.ts'
import type { PaymentRow, PaymentState } from '../../storage/payments/payment-record.ts'
import {
  type PaymentView,
  readSearch,
  readState,
  searchPayments,
} from '../../storage/payments/payment-search.ts'
import type { AdminParts } from './admin-parts.ts'
import { operatorChange } from './operator-change.ts'
import { forOperator } from './operator-request.ts'
import type { PaymentDetailShape, PaymentShape, PaymentsShape } from './shapes.ts'

const pageSize = 50
const actionsMax = 100

const payer = z.stringFormat('payer', /^0x[0-9a-f]{40}$/, 'must be 0x and 40 hex digits')
const nonce = z.stringFormat('nonce', /^0x[0-9a-f]{64}$/, 'must be 0x and 64 hex digits')
const keySchema = z.object({ payer, nonce }) as unknown as z.ZodType<PaymentKey>
const reconcileSchema = z.object({ payment: keySchema.optional() })

const unfinished: ReadonlySet<PaymentState> = new Set([
  ...(['claimed', 'broadcast', 'settled', 'reserved', 'advanced', 'reorganised'] as const),
])

/**
 * `/admin/api/payments`: lists payments, shows one, reconciles it with the chain, and turns it into
 * credits.
 */
export function paymentsSurface(app: FastifyInstance, parts: AdminParts): void {
  const { paymentPorts, access, reconcileNow } = parts

  app.get(
    '/admin/api/payments',
    forOperator(parts, async ({ query }) => listPayments(query, parts)),
  )
  app.get(
    '/admin/api/payments/:payer/:nonce',
    forOperator(parts, async ({ params }) => paymentDetail(params, parts)),
  )

  app.post(
    '/admin/api/payments/reconcile',
    operatorChange(parts, reconcileSchema, async ({ payment }) => {
      const row = payment && (await paymentOf(payment, parts))
      if (row && !unfinished.has(row.state))
        throw new FiqError('BAD_INPUT', `This payment is ${row.state}, which is a final state.`)
      return {
        action: 'reconcile',
        subject: row ? subjectOf(row) : 'all payments',
        detail: row ? `was ${row.state}` : 'all unfinished payments',
        run: () => (row ? reconcileNow([row]) : reconcileNow()),
      }
    }),
  )
  app.post(
    '/admin/api/payments/credit',
    operatorChange(parts, keySchema, async (key) => {
      const row = await paymentOf(key, parts)
      if (row.state !== 'owed')
        throw new FiqError(
          'BAD_INPUT',
          `This payment is ${row.state}. Only an owed payment can become credits.`,
        )
      const { value } = row.signed.authorization
      const { credits } = access
      return {
        action: 'credit payment',
        subject: subjectOf(row),
        detail: `${formatUsdc(value)} USDC into credits of ${row.payer}`,
        run: () => creditOwed(row, { ...paymentPorts, credits }),
      }
    }),
  )
}

/** @param limit - Maximum rows: of a page, or of a file. @throws FiqError `BAD_INPUT` */
export async function listPayments(
  { state = '', search = '', after = '' }: Readonly<Record<string, string | undefined>>,
  { database }: Pick<AdminParts, 'database'>,
  limit = pageSize,
): Promise<PaymentsShape> {
  const [inState, found, last] = [readState(state), readSearch(search), readCursor(after)]
  const rows = await searchPayments(database, {
    ...defined({
      state: inState || undefined,
      found: found || undefined,
      after: last || undefined,
    }),
    limit: limit + 1,
  })
  const payments = rows.slice(0, limit)
  const end = rows.length > limit ? payments.at(-1) : undefined
  return {
    payments: payments.map(shown),
    next: end ? `${end.createdAt}:${end.payer}:${end.nonce}` : null,
  }
}

function readCursor(text: string) {
  if (text === '') return undefined
  const [, createdAt, ...key] = /^(\d{1,15}):(0x[0-9a-f]{40}):(0x[0-9a-f]{64})$/.exec(text) ?? []
  if (createdAt === undefined)
    throw new FiqError('BAD_INPUT', 'The parameter after must come from an earlier answer.')
  const [of, name] = key as [PaymentKey['payer'], PaymentKey['nonce']]
  return { createdAt: Number(createdAt), payer: of, nonce: name }
}

async function paymentOf(key: PaymentKey, { paymentPorts }: AdminParts): Promise<PaymentRow> {
  const row = await paymentPorts.record.find(key)
  if (row) return row
  throw unknownPayment()
}

function unknownPayment(): FiqError {
  return new FiqError('NOT_FOUND', 'The record has no such payment.')
}

function subjectOf({ payer: by, nonce: name }: PaymentKey): string {
  return `${by}:${name}`
}

/** @throws FiqError `NOT_FOUND` */
export async function paymentDetail(
  params: Readonly<Record<string, string | undefined>>,
  { database, operators }: AdminParts,
): Promise<PaymentDetailShape> {
  const { data: key } = keySchema.safeParse(params)
  if (!key) throw unknownPayment()
  const [[payment], gifts, actions] = await Promise.all([
    searchPayments(database, { key, limit: 1 }),
    giftsFor(database, key),
    operators.actionsOn(subjectOf(key), actionsMax),
  ])
  if (!payment) throw unknownPayment()
  return {
    ...shown(payment),
    payTo: payment.payTo,
    validBefore: timeOf(payment.validBefore),
    identifier: payment.identifier ?? null,
    request: payment.request,
    timeline: timelineOf(payment, { gifts, actions }).map(({ at, what }) => ({
      at: at === undefined ? null : new Date(at).toISOString(),
      what,
    })),
    mayReconcile: unfinished.has(payment.state),
    mayCredit: payment.state === 'owed',
  }
}

/** Formats Unix seconds. A payer may sign a time beyond the range of `Date`. */
function timeOf(seconds: bigint): string {
  return seconds > 253_402_300_799n
    ? `second ${seconds}`
    : new Date(Number(seconds) * 1_000).toISOString()
}

function shown(payment: PaymentView): PaymentShape {
  const { payer: by, nonce: name, state, amount, transaction, reason, createdAt } = payment
  const { bought, answeredAt } = payment
  return {
    payer: by,
    nonce: name,
    state,
    bought: bought ?? null,
    amount: formatUsdc(amount),
    credits: creditsFor(amount),
    milliseconds: answeredAt === undefined ? null : Math.max(0, answeredAt - createdAt),
    transaction: transaction ?? null,
    reason: reason ?? null,
    createdAt: new Date(createdAt).toISOString(),
  }
}
