import type { Authorization } from '@fiq/shared/payment/authorization'
import { readPaymentResponse } from '@fiq/shared/payment/payment-response'
import { paymentSignatureHeader } from '@fiq/shared/payment/payment-signature'
import type { Contract } from '@fiq/shared/pricing/price-request'
import type { Wallet } from '../wallet/wallet.ts'
import { checkOffer, type Offer, type Operation } from './offer.ts'
import type { Purchase, Purchases } from './purchases.ts'

/** What paying in a page needs from outside. */
export type PayingPorts = {
  contract: Contract
  /** Address of the GraphQL endpoint, absolute. */
  url: URL
  fetch: typeof fetch
  purchases: Purchases
  /** Shows the quote. The wallet to sign with, or `undefined` for no. */
  approve(offer: Offer): Promise<Wallet | undefined>
  nowMs(): number
  random(bytes: number): Uint8Array
  wait(ms: number): Promise<void>
}

/** An answer of the service, as text that is JSON, and what it cost. */
export type Answered = { status: number; body: unknown; purchase?: Purchase }

/**
 * Asks; where the server wants money, shows the checked quote, signs what was shown, writes it
 * down, sends it. What gets no decision is sent again, byte for byte, as long as it is valid.
 *
 * @param apiKey - Asked for by key instead: nothing is signed.
 * @throws Error in words for the user, with where the money is.
 */
export async function queryAndPay(
  operation: Operation,
  ports: PayingPorts,
  apiKey?: string,
): Promise<Answered> {
  const first = await send(operation, ports, apiKey ? { authorization: `Bearer ${apiKey}` } : {})
  if (apiKey) return keepCredits(operation, first.status, await json(first), ports)
  if (first.status !== 402) return { status: first.status, body: await json(first) }
  const offer = checkOffer(first.headers.get('payment-required'), operation, ports)
  const wallet = await ports.approve(offer)
  if (!wallet) throw new Error('Not paid: you declined. Nothing was signed.')

  const authorization = authorizationOf(offer, wallet, ports)
  const signature = await wallet.sign(authorization)
  const purchase: Purchase = {
    id: authorization.nonce,
    at: new Date(ports.nowMs()).toISOString(),
    operation,
    amount: String(offer.amount),
    signature: paymentSignatureHeader(
      offer.quoted,
      { authorization, signature },
      hexOf(ports.random(32)),
    ),
    validBefore: Number(authorization.validBefore),
    state: 'signed',
  }
  ports.purchases.write(purchase)
  return deliver(purchase, ports)
}

/** What a key paid is kept beside the payments, so that each query can be seen with its cost. */
function keepCredits(
  operation: Operation,
  status: number,
  body: unknown,
  { purchases, nowMs, random }: PayingPorts,
): Answered {
  const { extensions } = (body ?? {}) as { extensions?: { payment?: { credits?: unknown } } }
  const credits = extensions?.payment?.credits
  if (typeof credits !== 'number') return { status, body }
  const purchase: Purchase = {
    ...{ id: hexOf(random(32)), at: new Date(nowMs()).toISOString(), operation },
    ...{ amount: '0', credits, validBefore: 0, state: 'answered' },
  }
  purchases.write(purchase)
  return { status, body, purchase }
}

/** Pauses between the same payment being sent again. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000]

/**
 * Sends a signed payment until it is answered or refused. Also how an interrupted one is resumed:
 * a settled payment is answered as often as it is asked for.
 */
export async function deliver(purchase: Purchase, ports: PayingPorts): Promise<Answered> {
  const headers = { 'payment-signature': purchase.signature ?? '' }
  for (const pause of [...pausesMs, undefined]) {
    const answer = await send(purchase.operation, ports, headers).catch(() => undefined)
    if (answer && isDecision(answer.status)) return close(purchase, answer, ports)
    if (pause !== undefined) await ports.wait(pause)
  }
  throw new Error(
    'The payment was sent and its outcome is not known yet. Nothing new is signed for it: resume it under Spending.',
  )
}

/** Anything below 500 is one, apart from "later". */
function isDecision(status: number): boolean {
  return status < 500 && ![408, 425, 429].includes(status)
}

async function close(
  { signature, ...purchase }: Purchase,
  answer: Response,
  { purchases }: PayingPorts,
): Promise<Answered> {
  const body = await json(answer)
  const transaction = readPaymentResponse(answer.headers.get('payment-response'))?.transaction
  const closed: Purchase = answer.ok
    ? { ...purchase, state: 'answered', ...(transaction ? { transaction } : {}) }
    : { ...purchase, state: 'refused', reason: reasonOf(body, answer.status) }
  purchases.write(closed)
  return { status: answer.status, body, purchase: closed }
}

function authorizationOf(
  { amount, payTo, quoted }: Offer,
  wallet: Wallet,
  { nowMs, random }: PayingPorts,
): Authorization {
  const now = Math.floor(nowMs() / 1_000)
  return {
    from: wallet.address,
    to: payTo,
    value: amount,
    validAfter: 0n,
    validBefore: BigInt(now + quoted.requirements.maxTimeoutSeconds),
    nonce: `0x${hexOf(random(32))}`,
  }
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function send(
  operation: Operation,
  { fetch, url }: PayingPorts,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(operation),
    redirect: 'error',
  })
}

async function json(answer: Response): Promise<unknown> {
  const text = await answer.text()
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`The server answered ${answer.status} with something that is not JSON.`)
  }
}

function reasonOf(body: unknown, status: number): string {
  const { errors } = (body ?? {}) as { errors?: readonly { message?: unknown }[] }
  const message = errors?.[0]?.message
  return typeof message === 'string' ? message.slice(0, 300) : `HTTP ${status}`
}
