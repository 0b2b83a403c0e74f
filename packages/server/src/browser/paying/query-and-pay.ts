import { jsonOf } from '@fiq/shared/json'
import { buildAuthorization } from '@fiq/shared/payment/build-authorization'
import { paymentSignatureHeader, readPaymentSignature } from '@fiq/shared/payment/payment-signature'
import { purchaseIdentifier, requestKey } from '@fiq/shared/payment/purchase-nonce'
import { readOutcome } from '@fiq/shared/payment/read-outcome'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'
import type { Contract } from '@fiq/shared/pricing/price-request'
import type { Wallet } from '../wallet/wallet.ts'
import { checkOffer, type Offer, type Operation } from './offer.ts'
import type { Payee } from './payee.ts'
import { maySettle, type Purchase, type Purchases } from './purchases.ts'

/** Ports of {@link queryAndPay}. */
export type PayingPorts = {
  contract: Contract
  /** Address of the GraphQL endpoint, absolute. */
  url: URL
  fetch: typeof fetch
  purchases: Purchases
  payee: Payee
  /** Checks quotes for other goods than operations, such as credits. */
  check?: ((header: string | undefined) => Offer) | undefined
  /** Shows the quote. Returns the wallet to sign with, or `undefined` if the user declines. */
  approve(offer: Offer): Promise<Wallet | undefined>
  /** Unix milliseconds. */
  nowMs(): number
  random(bytes: number): Uint8Array
  wait(ms: number): Promise<void>
}

/** The server's response, its body parsed, and the purchase that paid for it. */
export type Answered = { status: number; body: unknown; purchase?: Purchase }

/**
 * Sends an operation. If the server asks for payment: checks the quote, asks the user, signs,
 * stores the signed bytes, and only then sends them.
 *
 * If a payment of the same operation may still settle, sends that one again instead of signing
 * another.
 *
 * @param apiKey - Pays with the credits of this key instead. Nothing is signed.
 * @throws FiqError of {@link checkOffer}, `PAYEE_CHANGED`; Error with a text for the user.
 */
export async function queryAndPay(
  operation: Operation,
  ports: PayingPorts,
  apiKey?: string,
): Promise<Answered> {
  const first = await send(operation, ports, apiKey ? { authorization: `Bearer ${apiKey}` } : {})
  if (apiKey) return storeCredits(operation, first.status, parse(first), ports)
  if (first.status !== 402) return { status: first.status, body: parse(first) }
  const open = openPurchaseOf(operation, ports)
  if (open) return deliver(open, ports)

  const { payee, purchases, nowMs, random } = ports
  const header = first.headers['payment-required']
  const offer = ports.check ? ports.check(header) : checkOffer(header, operation, ports)
  payee.check(offer.payTo)
  const wallet = await ports.approve(offer)
  if (!wallet) throw new Error('Not paid: you declined. Nothing was signed.')
  payee.pin(offer.payTo)

  const id = `0x${hexOf(random(32))}`
  const request = requestKey(ports.url, JSON.stringify(operation))
  const terms = { id, request, from: wallet.address, nowMs: nowMs() }
  const authorization = buildAuthorization(offer, terms)
  const signature = await wallet.sign(authorization)
  // Another tab, or a second click, may have paid for the operation while the user decided.
  const other = openPurchaseOf(operation, ports)
  if (other) return deliver(other, ports)
  const signed = { authorization, signature }
  const purchase: Purchase = {
    id,
    at: new Date(terms.nowMs).toISOString(),
    operation,
    amount: String(offer.amount),
    signature: paymentSignatureHeader(offer.quoted, signed, purchaseIdentifier(id)),
    validBefore: Number(authorization.validBefore),
    state: 'signed',
  }
  try {
    purchases.write(purchase)
  } catch (cause) {
    throw new Error('This browser cannot store the signed payment, so it was not sent.', { cause })
  }
  return deliver(purchase, ports)
}

/** The stored payment of this operation that may still move money, whichever tab signed it. */
function openPurchaseOf(operation: Operation, { purchases, nowMs }: PayingPorts) {
  const body = JSON.stringify(operation)
  return purchases
    .reread()
    .find((each) => maySettle(each, nowMs()) && JSON.stringify(each.operation) === body)
}

/**
 * Stores credits charged to a key together with the payments, because the page lists the cost of
 * each query.
 */
function storeCredits(
  operation: Operation,
  status: number,
  body: unknown,
  { purchases, nowMs, random }: PayingPorts,
): Answered {
  const { extensions } = (body ?? {}) as { extensions?: { payment?: { credits?: unknown } } }
  const credits = extensions?.payment?.credits
  if (typeof credits !== 'number') return { status, body }
  const purchase: Purchase = {
    id: hexOf(random(32)),
    at: new Date(nowMs()).toISOString(),
    operation,
    amount: '0',
    credits,
    validBefore: 0,
    state: 'answered',
  }
  purchases.write(purchase)
  return { status, body, purchase }
}

/** Pauses between attempts to deliver one payment: 15.5 s in total. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000]
/** Longest `Retry-After` that the page waits for. */
const retryAfterMsMax = 30_000

/**
 * Sends a signed payment until its outcome is known. Also resumes an interrupted payment: the
 * server answers a settled payment each time it is sent.
 *
 * @throws Error with a text for the user if there is no answer. The payment stays stored.
 */
export async function deliver(purchase: Purchase, ports: PayingPorts): Promise<Answered> {
  const { signature = '', operation } = purchase
  const { authorization } = readPaymentSignature(signature)
  let known = purchase
  for (const pauseMs of [...pausesMs, undefined]) {
    const answer = await send(operation, ports, { 'payment-signature': signature }).catch(
      () => undefined,
    )
    let waitMs = pauseMs
    if (answer) {
      const outcome = readOutcome(answer, { url: ports.url.href, authorization }, ports.nowMs())
      const { transaction } = outcome
      if (transaction !== undefined) known = { ...known, transaction }
      if (outcome.is === 'answered') {
        const { signature: _, reason: _reason, ...paid } = known
        return close({ ...paid, state: 'answered' }, answer, ports)
      }
      if (outcome.isFinal) return refused(known, answer, outcome, ports)
      waitMs &&= Math.max(waitMs, Math.min(outcome.retryAfterMs ?? 0, retryAfterMsMax))
    }
    if (waitMs !== undefined) await ports.wait(waitMs)
  }
  if (known !== purchase) ports.purchases.write(known)
  throw outcomeUnknown(known)
}

/**
 * Records a refusal. It proves nothing: the authorization can settle until it expires, so the
 * signed bytes stay stored. A matching receipt proves that the money is spent.
 */
function refused(
  purchase: Purchase,
  answer: HttpAnswer,
  { reason, isOurs }: { reason: string; isOurs?: true },
  ports: PayingPorts,
): Answered {
  if (purchase.transaction === undefined && !isOurs)
    return close({ ...purchase, state: 'refused', reason }, answer, ports)
  ports.purchases.write({ ...purchase, reason })
  throw outcomeUnknown(purchase, reason)
}

function outcomeUnknown({ transaction }: Purchase, reason?: string): Error {
  const what =
    transaction === undefined
      ? 'The payment was sent. Its outcome is not known yet.'
      : 'The payment settled. Its answer has not arrived.'
  return new Error(
    [reason && `${reason}.`, what, 'Resume it under Spending. Resuming signs nothing new.']
      .filter(Boolean)
      .join(' '),
  )
}

function close(purchase: Purchase, answer: HttpAnswer, { purchases }: PayingPorts): Answered {
  purchases.write(purchase)
  return { status: answer.status, body: parse(answer), purchase }
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function send(
  operation: Operation,
  { fetch, url }: PayingPorts,
  headers: Readonly<Record<string, string>>,
): Promise<HttpAnswer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(operation),
    redirect: 'error',
  })
  const { status } = answer
  return { status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
}

/** @throws Error if the body is not JSON. */
function parse({ status, body }: HttpAnswer): unknown {
  const value = jsonOf(body)
  if (value !== undefined) return value
  throw new Error(`The server answered ${status} with something that is not JSON.`)
}
