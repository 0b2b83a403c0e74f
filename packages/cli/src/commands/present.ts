import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { errorOf } from '../asking/read-answer.ts'
import type { Answer, AnswerError, AnswerPayment, CliContext, Result } from '../context.ts'
import { describeSources, otherWarnings } from './describe-sources.ts'

/**
 * Prints a result with all that belongs to it: data first, then on stderr what it is (sandbox,
 * warnings), where it comes from and how old it is, and what it cost.
 *
 * @param judged - What must hold a value for the answer to be one; default the result's value.
 * @throws FiqError the server's own when nothing came, `PARTIAL_DATA` when something is missing.
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
  tell(context, answer)
  if (first) throw partial(answer)
}

/** Is there no value anywhere in it? An empty list is an answer, a list of nulls is none. */
export function isNothing(value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (Array.isArray(value)) return value.length > 0 && value.every(isNothing)
  if (typeof value !== 'object') return false
  const members = Object.values(value)
  return members.length > 0 && members.every(isNothing)
}

function tell({ output, now }: Pick<CliContext, 'output' | 'now'>, answer: Answer): void {
  if (answer.sandbox) output.warn('SANDBOX: these values are invented, for trying fiq out.')
  for (const warning of otherWarnings(answer.warnings, answer.sources)) output.warn(warning)
  for (const { text, stale } of describeSources(answer.sources, now()))
    stale ? output.warn(text) : output.note(text)
  const paid = paidLine(answer.payment)
  if (paid) output.note(paid)
}

/** What was paid, and the transaction it settled in; nothing where nothing was. */
export function paidLine(payment: AnswerPayment | undefined): string | undefined {
  if (!payment) return undefined
  const { paid, transaction, resumed, isPlay } = payment
  if (paid === 0n) return undefined
  const receipt = transaction ? ` · ${transaction.slice(0, 10)}…${transaction.slice(-6)}` : ''
  const amount = `${formatUsdc(paid)} USDC${isPlay ? ' of play money' : ''}${receipt}`
  return resumed ? `paid earlier: ${amount}; nothing new was signed` : `paid ${amount}`
}

function nothingCame(answer: Answer, first: AnswerError): FiqError {
  const others = answer.errors.slice(1)
  return errorOf({
    ...first,
    facts: [...first.facts, ...others.slice(0, errorsShownMax).map(lineOf)],
    funds: first.funds ?? fundsOf(answer),
  })
}

const errorsShownMax = 20

function partial(answer: Answer): FiqError {
  const lines = answer.errors.slice(0, errorsShownMax).map(lineOf)
  const more = answer.errors.length - lines.length
  const count = answer.errors.length === 1 ? 'One field' : `${answer.errors.length} fields`
  return new FiqError('PARTIAL_DATA', `${count} could not be answered.`, {
    facts: more > 0 ? [...lines, `and ${more} more`] : lines,
    funds: fundsOf(answer),
  })
}

function fundsOf({ payment }: Answer): 'spent' | 'untouched' {
  return payment && payment.paid > 0n ? 'spent' : 'untouched'
}

function lineOf({ path, message, code }: AnswerError): string {
  return `${path === '' ? '' : `${path}: `}${message}${code ? ` (${code})` : ''}`
}
