import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { paymentResponseHeader } from '@fiq/shared/payment/payment-response'
import type { PricedRequest } from '@fiq/shared/pricing/price-request'
import type { GraphQLSchema } from 'graphql'
import type { ConnectorContext } from '../connectors/connector.ts'
import { type ExecutionOutcome, executeRequest } from '../schema/execute.ts'
import type { Preflight } from '../schema/preflight.ts'
import type { PaidAnswer, Till } from './answer-operation.ts'
import type { Facilitator } from './facilitator/facilitator.ts'
import { openInFlight } from './in-flight.ts'
import type { PaymentRecord, PaymentRow } from './payment-record.ts'

/** What the till is made of. */
export type TillParts = {
  schema: GraphQLSchema
  connectors: ConnectorContext
  preflight: Preflight
  facilitator: Facilitator
  record: PaymentRecord
  payTo: `0x${string}`
  report(error: unknown): void
  nowMs(): number
}

/** The money path's ports over the real schema, record and facilitator; and the free path. */
export function openTill(parts: TillParts): {
  till: Till
  answerFree(priced: PricedRequest): Promise<string>
} {
  const { schema, connectors, preflight, facilitator, record, payTo, report, nowMs } = parts
  const run = (priced: PricedRequest) => executeRequest(schema, priced, connectors, report)

  const till: Till = {
    preflight: (priced) => preflight(priced, connectors),
    payTo,
    facilitator,
    record,
    inFlight: openInFlight<PaidAnswer>(),
    async answer(priced, settled) {
      const outcome = await run(priced)
      refuseWhollyFailed(outcome)
      const { payer, transaction, logIndex } = settled
      if (!transaction) throw new Error('A settled payment names its transaction.')
      return {
        status: 200,
        body: bodyOf(priced, outcome, settled),
        paymentResponse: paymentResponseHeader({ transaction, payer, logIndex }),
      }
    },
    nowMs,
  }
  return { till, answerFree: async (priced) => bodyOf(priced, await run(priced)) }
}

/** Every root field is null and there are errors: the payer got nothing. */
function refuseWhollyFailed({ data, errors }: ExecutionOutcome): void {
  const [first] = errors ?? []
  if (!first) return
  if (data !== null && Object.values(data).some((value) => value !== null)) return
  throw new FiqError('UPSTREAM_UNAVAILABLE', first.message, {
    facts: [`Code: ${String(first.extensions['code'])}`],
  })
}

function bodyOf(
  { price }: PricedRequest,
  { data, errors, sources }: ExecutionOutcome,
  settled?: PaymentRow,
): string {
  const stale = sources.filter((source) => source.stale)
  const extensions = {
    ...(price.credits > 0
      ? { cost: { credits: price.credits, amount: formatUsdc(price.amount), rows: price.rows } }
      : {}),
    ...(sources.length > 0 ? { sources } : {}),
    ...(settled
      ? {
          payment: {
            state: 'settled',
            amount: formatUsdc(price.amount),
            payer: settled.payer,
            transaction: settled.transaction,
          },
        }
      : {}),
    ...(stale.length > 0
      ? {
          warnings: stale.map(
            ({ path, asOf }) =>
              `${path} is as of ${asOf ?? 'an unknown time'}: older than its area allows`,
          ),
        }
      : {}),
  }
  return JSON.stringify({
    ...(errors ? { errors } : {}),
    data,
    ...(Object.keys(extensions).length > 0 ? { extensions } : {}),
  })
}
