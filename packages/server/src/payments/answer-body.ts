import { disclaimers } from '@fiq/shared/catalog/disclaimers'
import { defined } from '@fiq/shared/defined'
import { type ErrorCode, FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { foldRows } from '@fiq/shared/payment/quote'
import { creditsIn, type Debit } from '../credits/credits.ts'
import type { ExecutionOutcome, GrantedRequest } from '../execution/execute.ts'
import type { SourceEntry } from '../execution/resolver.ts'
import type { PaymentRow } from '../storage/payments/payment-record.ts'

/** Fields of the {@link FiqError} behind a field error. */
type FieldFault = { code?: ErrorCode; facts?: readonly string[]; remedy?: string }

/**
 * Refuses to charge for an answer whose root fields are all null and that has errors.
 *
 * @throws FiqError `UPSTREAM_UNAVAILABLE`
 */
export function refuseWhollyFailed(outcome: ExecutionOutcome): void {
  const failure = wholeFailure(outcome)
  if (!failure) return
  throw new FiqError('UPSTREAM_UNAVAILABLE', failure.message, {
    facts: [`Code: ${failure.code}`, ...failure.facts],
    ...defined({ remedy: failure.remedy }),
  })
}

/** The first error of an answer whose root fields are all null; `undefined` for any other answer. */
export function wholeFailure({ data, errors }: ExecutionOutcome) {
  const first = errors?.find(({ extensions }) => extensions['code'] !== 'TIER_DENIED')
  if (!first) return undefined
  if (data !== null && Object.values(data).some((value) => value !== null)) return undefined
  const { code = 'INTERNAL', facts = [], remedy } = first.extensions as FieldFault
  return { code, message: first.message, facts, remedy }
}

/** `extensions.payment` of an answer that a USDC payment buys, settled or not yet. */
export function paidBy({ payer, transaction, signed }: PaymentRow, share: number) {
  return {
    state: transaction ? 'settled' : 'reserved',
    amount: formatUsdc(signed.authorization.value),
    payer,
    ...defined({
      transaction,
      credited: share > 0 ? { credits: share, wallet: payer } : undefined,
    }),
  }
}

/** `extensions.payment` of an answer that credits pay. */
export function chargedTo({ credits, organisation, balance }: Debit, share: number) {
  return {
    state: 'charged',
    credits: credits - share,
    organisation,
    creditsLeft: creditsIn(balance) + share,
    ...defined({ credited: share > 0 ? { credits: share, organisation } : undefined }),
  }
}

/** The body of an answer: data, errors, cost, citations, and missing parts. */
export function bodyOf(
  { price, tellsMore = true }: GrantedRequest,
  { data, errors, sources, warnings, matches, more }: ExecutionOutcome,
  sale?: { payment?: Readonly<Record<string, unknown>>; isFirst: boolean },
): object {
  const allWarnings = [...sources.filter(({ stale }) => stale).map(staleWarning), ...warnings]
  const extensions = {
    ...defined({
      cost:
        price.credits > 0
          ? {
              credits: price.credits,
              amount: formatUsdc(price.amount),
              rows: foldRows(price.rows),
            }
          : undefined,
    }),
    ...defined({
      sources: sources.length > 0 ? sources : undefined,
      payment: sale?.payment,
      disclaimers: sale?.isFirst ? disclaimers : undefined,
      warnings: allWarnings.length > 0 ? allWarnings : undefined,
      matches,
      more: tellsMore ? more : undefined,
    }),
  }
  return {
    ...defined({ errors }),
    data,
    ...defined({ extensions: Object.keys(extensions).length > 0 ? extensions : undefined }),
  }
}

function staleWarning({ path, asOf }: SourceEntry): string {
  return `${path} is as of ${asOf ?? 'an unknown time'}, which is older than its area allows`
}
