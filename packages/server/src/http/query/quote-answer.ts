import { FiqError } from '@fiq/shared/errors'
import {
  type PaymentRequiredInput,
  paymentRequiredHeader,
  secretPlace,
} from '@fiq/shared/payment/payment-required'
import type { Payment } from '@fiq/shared/payment/payment-signature'
import { quoteDigest } from '@fiq/shared/payment/quote'
import { blankSecret, type QuoteSecret } from '@fiq/shared/payment/quote-secret'
import type { Payer } from '../../payments/ports.ts'
import { keyIn, refuseUsed } from '../../payments/verify-payment.ts'
import type { PaymentRecord } from '../../storage/payments/payment-record.ts'
import { errorAnswer, type HttpAnswer, jsonType } from '../http-answer.ts'

/**
 * The 402 response: the quote in the header, with a secret that later proves who received it.
 *
 * @param refused - Why the given payment was refused. Without a payment the body is `{}`. No error
 * is thrown for a missing payment, because most such requests only ask for the price.
 */
export function quoteAnswer(
  refused: FiqError | undefined,
  offer: Omit<PaymentRequiredInput, 'error'>,
  secret: QuoteSecret,
): HttpAnswer {
  const error = refused?.message ?? 'PAYMENT-SIGNATURE header is required'
  return {
    status: 402,
    headers: {
      'content-type': jsonType,
      'cache-control': 'no-store',
      'payment-required': paymentRequiredHeader({ ...offer, error, secret }),
    },
    body: refused ? errorAnswer(refused).body : '{}',
  }
}

/** A response whose quote has no secret. Only {@link withoutSecret} creates one. */
export type Secretless = HttpAnswer & { readonly [isSecretless]: true }
declare const isSecretless: unique symbol

/** Removes the secret from the quote of a response, so that it can be cached and compared. */
export function withoutSecret(answer: HttpAnswer): Secretless {
  const { quoted: _, ...secretless } = withSecret(answer, blankSecret)
  return secretless as Secretless
}

/** Inserts the secret of another client into a quote. Leaves any other response unchanged. */
export function withSecret(answer: HttpAnswer, secret: QuoteSecret): HttpAnswer {
  const header = answer.headers['payment-required']
  if (header === undefined) return answer
  return {
    ...answer,
    headers: { ...answer.headers, 'payment-required': secretPlace.write(header, secret) },
    quoted: { secretless: answer, secret },
  }
}

/** {@link withSecret} without the header, for a surface that sends the quote in its body. */
export function addSecret(answer: Secretless, secret: QuoteSecret): HttpAnswer {
  return { ...answer, quoted: { secretless: answer, secret } }
}

/** The request for which a new payment must have been quoted. */
export type QuotedRequest = {
  url: string
  /** Terms of the quotes that it may have been given. Read only if the payment names a quote. */
  terms(): readonly Omit<Parameters<typeof quoteDigest>[0], 'amount'>[]
}

/**
 * Refuses a payment whose quote names another request. A payment in the record is bound by the
 * record alone: its quote may name a tariff, an address or a payee that the server has changed
 * since.
 *
 * @throws FiqError `PAYMENT_BOUND_TO_OTHER_REQUEST`, funds at risk; or the common refusal if the
 * chain has used the payment.
 */
export async function refuseForeign(
  payer: Payer,
  quotedRequest: QuotedRequest,
  paymentPorts: Parameters<typeof refuseUsed>[1] & { record: Pick<PaymentRecord, 'find'> },
): Promise<void> {
  const { payment } = payer
  const foreign = foreignTo(quotedRequest, payment)
  const isRecorded = async () => (await paymentPorts.record.find(keyIn(payment), {})) !== undefined
  if (!foreign || (await isRecorded())) return
  const refusal = await refuseUsed(payer, paymentPorts).then(
    () => foreign,
    (error: unknown) => error,
  )
  // Another instance may have claimed and settled it after the first look.
  if (await isRecorded()) return
  throw refusal
}

function foreignTo({ url, terms }: QuotedRequest, payment: Payment): FiqError | undefined {
  if (payment.resourceUrl !== undefined && !sameResource(payment.resourceUrl, url))
    return new FiqError(
      'PAYMENT_BOUND_TO_OTHER_REQUEST',
      'The payment is for another resource; nothing was executed.',
      {
        funds: 'at-risk',
        facts: [`Payment: ${payment.resourceUrl.slice(0, 200)}`, `Request: ${url}`],
      },
    )
  const { quoteDigest: quoted, accepted } = payment
  if (quoted === undefined) return undefined
  const digests = terms().map((each) => quoteDigest({ ...each, amount: accepted.amount }))
  if (digests.includes(quoted)) return undefined
  return new FiqError(
    'PAYMENT_BOUND_TO_OTHER_REQUEST',
    'The payment is for the quote of another request; nothing was executed.',
    {
      funds: 'at-risk',
      facts: [`Quoted: ${quoted.slice(0, 64)}`, `This request: ${digests.join(', ')}`],
    },
  )
}

/** Compares scheme, host and path. MCP tools have a scheme of their own without an origin. */
function sameResource(stated: string, actual: string): boolean {
  if (stated === actual) return true // Most clients echo the address unchanged.
  if (!URL.canParse(stated)) return false
  const [a, b] = [new URL(stated), new URL(actual)]
  return a.protocol === b.protocol && a.host === b.host && a.pathname === b.pathname
}
