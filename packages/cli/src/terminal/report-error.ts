import { errorTable } from '@fiq/shared/error-table'
import type { ErrorCode, ErrorKind, Funds } from '@fiq/shared/errors'
import { FiqError } from '@fiq/shared/errors'
import { sanitise } from '@fiq/shared/sanitise'
import { exitCodes, isRetryable } from './exit-codes.ts'
import { paint } from './format/paint.ts'
import { safeJson } from './format/safe-json.ts'
import { wrap } from './format/text-width.ts'

/** What is known of the payment when something went wrong. */
export type ReportedPayment = { state: string; id: string | undefined; amount: string }

/** An error as it is printed, whatever was thrown. */
export type Report = {
  code: ErrorCode
  exit: number
  message: string
  facts: readonly string[]
  remedy: string
  funds: Funds
  retryable: boolean
  payment: ReportedPayment | null
}

/** Turns whatever was thrown into a report. What is not ours becomes `INTERNAL`. */
export function reportOf(error: unknown, payment: ReportedPayment | undefined): Report {
  const known = error instanceof FiqError ? error : unexpected(error)
  return {
    code: known.code,
    exit: exitCodes[known.kind].exit,
    message: known.message,
    facts: known.facts,
    remedy: known.remedy,
    funds: known.funds,
    retryable: isRetryable(known),
    payment: payment ?? null,
  }
}

/** One line of JSON: what scripts read on stderr. */
export function reportAsJson(report: Report): string {
  return safeJson({ error: report })
}

/** What happened, the numbers, what to do, where the money is. */
export function reportAsText(
  report: Report,
  { columns, colour }: { columns: number; colour: boolean },
): string {
  const lines = (text: string, indent = '') =>
    wrap(sanitise(text), columns - indent.length).map((line) => indent + line)
  const [first = '', ...rest] = lines(report.message, 'fiq: ')
  return [
    paint('fiq: ', 'error', colour) + paint(first.slice(5), 'bold', colour),
    ...rest.map((line) => `     ${line.slice(5)}`),
    ...report.facts.flatMap((fact) => lines(fact, '  ')),
    ...lines(report.remedy),
    ...(saysMoney(report) ? lines(fundsSentences[report.funds]) : []),
  ].join('\n')
}

/** Where the money is, in words. */
const fundsSentences: Record<Funds, string> = {
  untouched: 'Money: untouched, nothing was paid.',
  'at-risk':
    'Money: at risk. A signed payment was sent and may still settle; do not sign another one.',
  spent: 'Money: spent, the payment settled.',
  owed: 'Money: paid, and the answer is still due: run the same command again, it is free.',
}

const quietKinds: readonly ErrorKind[] = ['usage', 'configuration', 'internal', 'cancelled']

/** A typo needs no word about money; everything that could have cost something does. */
function saysMoney({ code, funds }: Report): boolean {
  return funds !== 'untouched' || !quietKinds.includes(errorTable[code].kind)
}

function unexpected(error: unknown): FiqError {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return new FiqError('INTERNAL', `Unexpected: ${message.slice(0, 500)}`, {
    remedy: 'This is a fault of fiq. Please report it with the command line.',
    cause: error,
  })
}
