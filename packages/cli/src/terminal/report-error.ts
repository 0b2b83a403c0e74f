import type { ErrorCode, Funds } from '@fiq/shared/errors'
import { FiqError } from '@fiq/shared/errors'
import { fileError } from '@fiq/shared/files/file-error'
import { sanitise } from '@fiq/shared/sanitise'
import { exitCodes, isRetryable } from './exit-codes.ts'
import { paint } from './format/paint.ts'
import { safeJson } from './format/safe-json.ts'
import { shortHash } from './format/short-hash.ts'
import { wrap } from './format/text-width.ts'
import { usdcUnit } from './format/usdc-text.ts'
import type { StatedError } from './stated-error.ts'

/** The payment's state at the time of an error. Without an id: all payments of a session. */
export type ReportedPayment = {
  state: string
  id: string | undefined
  amount: string
  play?: true
}

/** The printed form of any error. */
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

/** The report of an error. */
export function reportOf(error: StatedError & { payment?: ReportedPayment }): Report {
  const { code, kind, message, facts, remedy, funds, payment } = error
  return {
    code,
    exit: exitCodes[kind].exit,
    message,
    facts,
    remedy,
    funds,
    retryable: isRetryable(error) && !isPaidError(error, payment),
    payment: payment ?? null,
  }
}

/** Whether a paid answer is an error of the server, which is shown: a retry would buy another one. */
function isPaidError({ kind, funds }: FiqError, payment: ReportedPayment | undefined): boolean {
  if (payment?.id === undefined || payment.state !== 'answered' || funds !== 'spent') return false
  return kind === 'server' || kind === 'rate-limited'
}

/** One line of JSON on stderr, for scripts. */
export function reportAsJson(report: Report): string {
  return safeJson({ error: report })
}

/**
 * Prints every error in one form: the sentence, labelled facts, the remedy, where the money is, and
 * the code with the exit code.
 */
export function reportAsText(
  report: Report,
  { columns, colour }: { columns: number; colour: boolean },
): string {
  const [first = '', ...rest] = wrap(sanitise(report.message), columns - 'fiq: '.length)
  const rows: readonly Labelled[] = [
    ...shownFacts(report).map(labelled),
    ['try', report.remedy],
    ['money', moneyWords(report)],
    ['code', `${report.code}, exit ${report.exit}`],
  ]
  const width = rows.reduce((widest, [label]) => Math.max(widest, label.length), labelMin)
  return [
    paint('fiq: ', 'error', colour) + paint(first, 'bold', colour),
    ...rest.map((line) => `     ${line}`),
    ...rows.flatMap(([label, text]) => {
      const widthLeft = Math.max(20, columns - width - 4)
      const value = sanitise(text)
      // A hash that is wider than the column has a line of its own, so that it stays whole.
      if (label !== '' && !value.includes(' ') && value.length > widthLeft)
        return [`  ${paint(label, 'dim', colour)}`, `    ${value}`]
      return wrap(value, widthLeft).map((line, place) => {
        const name = paint((place === 0 ? label : '').padEnd(width), 'dim', colour)
        return `  ${name}  ${line}`.trimEnd()
      })
    }),
  ].join('\n')
}

/**
 * The facts for a person. If the payment has settled, its amount is in the line `money`, its
 * authorization no longer matters, and `fiq payments show` prints the shortened hashes in full.
 */
function shownFacts({ facts, funds, message }: Report): readonly string[] {
  const news = facts.map((fact) => withoutMessage(fact, message))
  if (funds !== 'spent') return news
  return news
    .filter((fact) => !/^(Amount: |Nonce: |The authorization is void after )/.test(fact))
    .map((fact) =>
      fact
        .replace(/^(Transaction: )(0x[0-9a-f]{64})$/, (_, label, hash) => label + shortHash(hash))
        .replace(/^(Purchase: 0x[0-9a-f]{8})[0-9a-f]{56}$/, '$1'),
    )
}

/** A fact that repeats the message after a place, such as `line 1, column 8`, is cut to the place. */
function withoutMessage(fact: string, message: string): string {
  const said = message.replace(/^The server says: /, '')
  const end = `: ${said}`
  return fact.endsWith(end) && fact.length > end.length ? fact.slice(0, -end.length) : fact
}

type Labelled = readonly [label: string, text: string]

/** Minimum width of the labels. */
const labelMin = 6
/** A longer beginning is part of the sentence, not a label. */
const labelMax = 12

/**
 * Splits a fact into label and text. Facts are sentences or `Label: value`. The author of a
 * fact has already quoted the server's text.
 */
function labelled(fact: string): Labelled {
  const quoted = /^The server says(?: of (\S+))?: ([\s\S]*)$/.exec(fact)
  const [, about = '', names] = /^(\S+: )?did you mean (.*)\?$/i.exec(quoted?.[2] ?? fact) ?? []
  // The words of a server stay quoted, unless they are only names.
  if (names !== undefined && (!quoted || /^[\w.^=-]+(?:, [\w.^=-]+)*$/.test(names)))
    return ['like', `${about}${names}`]
  if (quoted) return ['says', quoted[1] === undefined ? quoted[2]! : `${quoted[1]}: ${quoted[2]}`]
  const [, label = '', text = ''] = /^([A-Z][A-Za-z]*(?: [a-z]+)?): ([\s\S]+)$/.exec(fact) ?? []
  return label === '' || label.length > labelMax ? ['', fact] : [label.toLowerCase(), text]
}

/** Where the money is, in words. */
function moneyWords({ code, funds, payment }: Report): string {
  const amount = payment === null ? '' : `${payment.amount} ${usdcUnit(payment.play)} `
  if (funds === 'untouched') return 'untouched'
  if (funds === 'spent') {
    if (payment === null) return 'spent: credits'
    return payment.id === undefined ? `${amount}spent by this command so far` : `${amount}spent`
  }
  if (funds === 'owed')
    return `${amount}paid, and the answer is still owed: the same command gets it free`
  if (payment !== null && payment.id === undefined)
    return `${amount}spent or AT RISK by this command so far`
  if (payment === null && !signedCodes.has(code)) return 'AT RISK: credits may be charged'
  return `${amount}AT RISK: signed and sent, it may still settle; do not sign another payment`
}

/** Codes of signed payments; errors with other codes and without a payment are about credits. */
const signedCodes: ReadonlySet<ErrorCode> = new Set([
  ...(['PAYMENT_MALFORMED', 'PAYMENT_INVALID', 'SETTLEMENT_FAILED'] as const),
  ...(['SETTLEMENT_PENDING', 'PAYMENT_OUTCOME_UNKNOWN'] as const),
])

/** The error of a file that cannot be used; of any other value, that for a fault of this program. */
export function unexpected(error: unknown): FiqError {
  const ofFile = fileError(error, 'FIQ_HOME')
  if (ofFile) return ofFile
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return new FiqError('INTERNAL', `Unexpected: ${message.slice(0, 500)}`, {
    remedy: 'This is a bug in fiq. Please report it with the command line.',
    cause: error,
  })
}
