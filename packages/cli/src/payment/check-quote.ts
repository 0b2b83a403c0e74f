import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { Quoted } from '@fiq/shared/payment/payment-required'
import {
  foldRows,
  type ItemisedQuote,
  type QuoteRow,
  quoteDigest,
  rowsAddUp,
} from '@fiq/shared/payment/quote'
import { isLoopback } from '../asking/is-loopback.ts'
import { sanitise } from '../terminal/sanitise.ts'
import type { CheckedQuote, ExpectedPrice, Limits, PaidRequest } from './ports.ts'

/**
 * Checks a quote against the request, our own computation of its price and the user's limits.
 * Protocol, scheme, network, asset, EIP-712 domain, validity and the form of the amount were checked
 * by `readPaymentRequired`; payee and budget are checked next. Nothing is signed before all passed.
 *
 * A server that does not itemise is paid only what we compute ourselves, so its word is never
 * needed: the rows shown to the user are ours.
 *
 * @throws FiqError `QUOTE_MISMATCH` naming both values, `OVER_LIMIT`,
 * `CONFIGURATION_INVALID` for a payment without TLS to another machine.
 */
export function checkQuote(
  quoted: Quoted,
  request: Pick<PaidRequest, 'url' | 'label'> & Partial<Pick<PaidRequest, 'body'>>,
  expected: ExpectedPrice,
  limits: Pick<Limits, 'perPayment' | 'maxPrice'>,
): CheckedQuote {
  const { requirements, quote } = quoted
  const { amount, payTo, maxTimeoutSeconds } = requirements
  checkTransport(request.url)
  checkResource(quoted.resource.url, request.url)
  if (quote) checkItemised(quote, amount)
  checkAmount(amount, quote, expected)
  if (quote && expected.digest !== undefined)
    checkDigest(quote, { request: expected.digest, amount, payTo })
  checkLimits(amount, limits)
  return {
    amount,
    credits: expected.price.credits,
    rows: foldRows(expected.price.rows),
    payTo,
    origin: request.url.origin,
    maxTimeoutSeconds,
    tariffVersion: expected.tariffVersion,
    itemised: quote,
    resourceUrl: quoted.resource.url,
    ...(request.label === undefined ? {} : { label: request.label }),
    ...(request.body === undefined ? {} : { body: request.body }),
  }
}

function checkTransport(url: URL): void {
  if (url.protocol === 'https:' || isLoopback(url)) return
  throw new FiqError('CONFIGURATION_INVALID', 'A payment is not sent without TLS.', {
    facts: [`Server: ${url.origin}`],
    remedy: 'Use https; plain http is for a server on this machine.',
  })
}

function checkResource(claimed: string, url: URL): void {
  const resource = URL.canParse(claimed) ? new URL(claimed) : undefined
  if (resource?.origin === url.origin && resource.pathname === url.pathname) return
  throw mismatch('The quote is for another address than the one asked.', [
    `Quoted: ${shown(claimed)}`,
    `Asked: ${url.origin}${url.pathname}`,
  ])
}

function checkItemised(quote: ItemisedQuote, amount: bigint): void {
  if (!rowsAddUp(quote))
    throw mismatch('The rows of the quote do not add up to its total.', [
      `Total: ${formatUsdc(BigInt(quote.total))} USDC`,
      ...quote.rows.slice(0, 10).map(rowText),
    ])
  if (BigInt(quote.total) === amount) return
  throw mismatch('The itemised total is not the amount to sign.', [
    `Itemised: ${formatUsdc(BigInt(quote.total))} USDC`,
    `To sign: ${formatUsdc(amount)} USDC`,
  ])
}

function checkAmount(
  amount: bigint,
  quote: ItemisedQuote | undefined,
  { price, tariffVersion }: ExpectedPrice,
): void {
  if (amount === price.amount) return
  const facts = [
    `The server asks: ${formatUsdc(amount)} USDC`,
    `This client computes: ${formatUsdc(price.amount)} USDC`,
    ...(quote ? differingRows(quote.rows, foldRows(price.rows)) : ['The server does not itemise.']),
  ]
  if (quote && quote.tariff !== tariffVersion)
    facts.push(`Tariff: ${shown(quote.tariff)} there, ${tariffVersion} here`)
  throw mismatch('The price is not the one this client computes.', facts)
}

/** The digest is computed with the tariff the server names: the amount has been compared already. */
function checkDigest(
  quote: ItemisedQuote,
  terms: { request: string; amount: bigint; payTo: string },
): void {
  const ours = quoteDigest({ ...terms, tariff: quote.tariff })
  if (ours === quote.digest) return
  throw mismatch('The quote is for another request than the one sent.', [
    `Digest there: ${quote.digest}`,
    `Digest here: ${ours}`,
  ])
}

/** @throws FiqError `OVER_LIMIT` */
export function checkLimits(amount: bigint, limits: Pick<Limits, 'perPayment' | 'maxPrice'>): void {
  const [name, limit] =
    limits.maxPrice !== undefined && limits.maxPrice < limits.perPayment
      ? ['--max-spend', limits.maxPrice]
      : ['limit per payment', limits.perPayment]
  if (amount <= limit) return
  throw new FiqError('OVER_LIMIT', 'The price is over your limit.', {
    facts: [`Price: ${formatUsdc(amount)} USDC`, `Your ${name}: ${formatUsdc(limit)} USDC`],
    remedy:
      name === '--max-spend'
        ? 'Raise --max-spend or ask for less. Nothing was signed.'
        : 'Raise it with: fiq budget set --per-payment <usdc>. Or ask for less. Nothing was signed.',
  })
}

/** At most ten lines: rows that only one side has, or that differ in times or credits. */
function differingRows(theirs: readonly QuoteRow[], ours: readonly QuoteRow[]): string[] {
  const here = new Set(ours.map(rowText))
  const there = new Set(theirs.map(rowText))
  return [
    ...[...there].filter((row) => !here.has(row)).map((row) => `Only there: ${row}`),
    ...[...here].filter((row) => !there.has(row)).map((row) => `Only here: ${row}`),
  ].slice(0, 10)
}

function rowText([path, times, credits, amount]: QuoteRow): string {
  const adjustment = amount === undefined ? '' : ` (${amount} atomic units)`
  return `${shown(path)} x${times}: ${credits} credits${adjustment}`
}

function shown(text: string): string {
  return sanitise(text).slice(0, 120)
}

function mismatch(message: string, facts: readonly string[]): FiqError {
  return new FiqError('QUOTE_MISMATCH', message, { facts })
}
