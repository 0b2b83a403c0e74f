import { FiqError } from '../errors.ts'
import { isTlsOrLocal } from '../is-loopback.ts'
import { formatUsdc } from '../money/usdc.ts'
import { sanitise } from '../sanitise.ts'
import type { Quoted } from './payment-required.ts'
import { foldRows, type ItemisedQuote, type QuoteRow, quoteDigest, rowsAddUp } from './quote.ts'
import type { Hex } from './wire.ts'

/** The price that this client computes for a request, from its own copy of the tariff. */
export type ExpectedPrice = {
  /** `amount` in atomic units of USDC; `rows` before {@link foldRows}. */
  price: { amount: bigint; credits: number; rows: readonly QuoteRow[] }
  /** `digestOf` the priced request. Absent if the server is not a fiq server. */
  digest?: string
  tariffVersion: string
}

/** A quote that passed {@link checkQuote}: the terms that the payer sees and then signs. */
export type CheckedQuote = {
  /** Atomic units of USDC. */
  amount: bigint
  credits: number
  /** The client's own rows, folded. They contain no text of the server. */
  rows: readonly QuoteRow[]
  payTo: Hex
  /** Scheme, host and port of the server. */
  origin: string
  maxTimeoutSeconds: number
  tariffVersion: string
  /** The server's own itemisation; `undefined` when it does not itemise. */
  itemised: ItemisedQuote | undefined
  resourceUrl: string
}

/**
 * Checks a quote against the request and the client's own computation of its price. Each client
 * calls this function before it signs: the terminal, the proxy and the browser.
 *
 * `readPaymentRequired` has checked protocol, scheme, network, asset, EIP-712 domain, validity and
 * the form of the amount. The caller checks its limits, the payee and the budget afterwards.
 *
 * A server that does not itemise is paid exactly the amount that the client computes.
 *
 * @param url - The address of the request.
 * @throws FiqError `QUOTE_MISMATCH` with both values; `CONFIGURATION_INVALID` for a payment without
 * TLS to another machine.
 */
export function checkQuote(quoted: Quoted, url: URL, expected: ExpectedPrice): CheckedQuote {
  const { requirements, quote } = quoted
  const { amount, payTo, maxTimeoutSeconds } = requirements
  checkTransport(url)
  checkResource(quoted.resource.url, url)
  if (quote) checkItemised(quote, amount)
  checkAmount(amount, quote, expected)
  if (quote && expected.digest !== undefined)
    checkDigest(quote, { request: expected.digest, amount, payTo })
  return {
    amount,
    credits: expected.price.credits,
    rows: foldRows(expected.price.rows),
    payTo,
    origin: url.origin,
    maxTimeoutSeconds,
    tariffVersion: expected.tariffVersion,
    itemised: quote,
    resourceUrl: quoted.resource.url,
  }
}

function checkTransport(url: URL): void {
  if (isTlsOrLocal(url)) return
  throw new FiqError('CONFIGURATION_INVALID', 'A payment is not sent without TLS.', {
    facts: [`Server: ${url.origin}`],
    remedy: 'Use https; plain http is for a server on this machine.',
  })
}

function checkResource(claimed: string, url: URL): void {
  const resource = URL.canParse(claimed) ? new URL(claimed) : undefined
  if (resource?.origin === url.origin && resource.pathname === url.pathname) return
  throw mismatch('The quote is for another address than the requested one.', [
    `Quoted: ${shown(claimed)}`,
    `Requested: ${url.origin}${url.pathname}`,
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
    `The server requests: ${formatUsdc(amount)} USDC`,
    `This client computes: ${formatUsdc(price.amount)} USDC`,
    ...(quote ? differingRows(quote.rows, foldRows(price.rows)) : ['The server does not itemise.']),
  ]
  if (quote && quote.tariff !== tariffVersion)
    facts.push(`Tariff of the server: ${shown(quote.tariff)}; of this client: ${tariffVersion}`)
  throw mismatch('The price differs from the one that this client computes.', facts)
}

/**
 * Computes the digest with the server's tariff version, because the amount was already compared.
 */
function checkDigest(
  quote: ItemisedQuote,
  terms: { request: string; amount: bigint; payTo: string },
): void {
  const expectedDigest = quoteDigest({ ...terms, tariff: quote.tariff })
  if (expectedDigest === quote.digest) return
  throw mismatch('The quote is for another request than the one that was sent.', [
    `Digest of the server: ${quote.digest}`,
    `Digest of this client: ${expectedDigest}`,
  ])
}

/** At most ten rows that only one side has, or that differ in times or credits. */
function differingRows(quoted: readonly QuoteRow[], expected: readonly QuoteRow[]): string[] {
  const here = new Set(expected.map(rowText))
  const there = new Set(quoted.map(rowText))
  return [
    ...[...there].filter((row) => !here.has(row)).map((row) => `Only in the quote: ${row}`),
    ...[...here].filter((row) => !there.has(row)).map((row) => `Only in our price: ${row}`),
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
