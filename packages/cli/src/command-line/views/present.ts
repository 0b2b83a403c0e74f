import { FiqError } from '@fiq/shared/errors'
import { atomicPerCredit } from '@fiq/shared/money/usdc'
import type { CliContext } from '../../compose/context.ts'
import { cleanWords } from '../../http/server-says.ts'
import type { Answer, AnswerError, AnswerPayment } from '../../query/answer.ts'
import { aboutPayment, errorOf } from '../../query/read-answer.ts'
import { isNothing, valueAt } from '../../query/rows.ts'
import { shortHash } from '../../terminal/format/short-hash.ts'
import { usdcText } from '../../terminal/format/usdc-text.ts'
import type { Period, Result } from '../../terminal/output.ts'
import { describeSources, otherWarnings, sourceLines } from './describe-sources.ts'

/** Marks the values of the sandbox. */
export const sandboxWords = 'SANDBOX: these values are invented, to try fiq.'

/**
 * Prints a result with its notes: data first, then on stderr its kind (sandbox, warnings), its
 * sources with their age, and its cost.
 *
 * @param judged - The value that must not be empty; default the result's value.
 * @throws FiqError with the server's first error if there is no data, `PARTIAL_DATA` if some is
 * missing. A `PaymentError` if the answer was paid.
 */
export function present(
  context: Pick<CliContext, 'output' | 'now'>,
  answer: Answer,
  result: Result,
  judged: unknown = result.value,
): void {
  const first = answer.errors[0]
  if (first && isNothing(judged)) throw nothingCame(answer, first)
  context.output.print(result)
  printSources(context, answer, result.period)
  if (first) throw partial(answer)
}

function printSources(
  { output, now }: Pick<CliContext, 'output' | 'now'>,
  answer: Answer,
  period: Period | undefined,
): void {
  if (answer.sandbox) output.warn(sandboxWords)
  for (const warning of otherWarnings(answer.warnings, answer.sources)) output.warn(warning)
  const { isUtc = false } = output.screen
  const words = describeSources(answer.sources, { now: now(), isUtc }, period)
  for (const { text, stale } of words) if (stale) output.warn(text, 'source')
  const fresh = words.filter(({ stale }) => !stale)
  for (const line of sourceLines(fresh, output.listsSources)) output.foot('source', line)
  const age = ageLine(answer)
  if (age) age.isStale ? output.warn(age.text) : output.foot('note', age.text)
  const cost = costLine(answer)
  if (cost) output.foot('cost', cost)
}

/** The cost of an answer: USDC and its receipt, or credits of the API key; empty if it was free. */
export function costLine({
  payment,
  response,
}: Pick<Answer, 'payment' | 'response'>): string | undefined {
  if (payment) return paidLine(payment)
  const credits = valueAt(response, 'extensions.cost.credits')
  return Number.isSafeInteger(credits) && Number(credits) > 0
    ? `${creditsText(Number(credits))} of the API key`
    : undefined
}

/**
 * Does not use `formatCount`, which the build bundles with the paying code: a query with a key
 * needs none of it.
 */
function creditsText(credits: number): string {
  return credits === 1 ? '1 credit' : `${credits} credits`
}

/** The age of a resumed answer, with those of its fields that change quickly. */
function ageLine({ age }: Answer): { text: string; isStale: boolean } | undefined {
  if (!age) return undefined
  const { ms, stale } = age
  const text = `this answer is at most ${Math.floor(ms / 1_000)} s old`
  if (stale.length === 0) return { text, isStale: false }
  return { text: `STALE: ${text}: ${stale.map(cleanWords).join(', ')}`, isStale: true }
}

/** The paid amount and its transaction; empty without a payment. */
export function paidLine(payment: AnswerPayment | undefined): string | undefined {
  if (!payment || payment.paid === 0n) return undefined
  const { paid, transaction, resumed, isPlay } = payment
  const inCredits =
    paid % atomicPerCredit === 0n ? `, ${creditsText(Number(paid / atomicPerCredit))}` : ''
  return [
    `${usdcText(paid)} USDC${isPlay ? ' of play money' : ''}${resumed ? ', paid earlier' : inCredits}`,
    transaction ? shortHash(transaction) : 'no receipt: the payment is not proven',
    ...(resumed ? ['nothing new was signed'] : []),
  ].join('; ')
}

function nothingCame({ errors, payment }: Answer, first: AnswerError): FiqError {
  return errorOf(first, payment, errors.slice(1, 1 + errorsShownMax).map(lineOf))
}

const errorsShownMax = 20

function partial({ errors, payment }: Answer): FiqError {
  const shown = errors.slice(0, errorsShownMax)
  const lines = shown.flatMap((each) => [lineOf(each), ...settingsOf(each)])
  const more = errors.length - shown.length
  const count = errors.length === 1 ? 'One field' : `${errors.length} fields`
  const error = new FiqError('PARTIAL_DATA', `${count} could not be answered.`, {
    facts: more > 0 ? [...lines, `and ${more} more`] : lines,
    funds: 'untouched',
  })
  return aboutPayment(error, payment)
}

/** The settings that would answer a field, best first. */
function settingsOf({ code, facts }: AnswerError): readonly string[] {
  if (code !== 'NOT_CONFIGURED') return []
  return facts.slice(0, settingsShownMax).map((fact) => `The server says: ${cleanWords(fact)}`)
}

const settingsShownMax = 3

function lineOf({ path, message, code }: AnswerError): string {
  const place = path === '' ? '' : ` of ${cleanWords(path)}`
  return `The server says${place}: ${cleanWords(message)}${code ? ` (${code})` : ''}`
}
