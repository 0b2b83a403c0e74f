import { FiqError } from '@fiq/shared/errors'
import { readPaymentSignature } from '@fiq/shared/payment/payment-signature'
import { topUpPath, topUpTariff } from '@fiq/shared/payment/top-up-terms'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { identify } from '../access/accounts.ts'
import { claimOwed } from '../access/claim-owed.ts'
import { creditsIn } from '../access/credits.ts'
import { giveTopUp, readTopUp, type TopUp, topUpDigest, topUpQuote } from '../access/top-up.ts'
import { answerOperation, type Till } from '../payment/answer-operation.ts'
import { paymentOf } from './graphql.ts'
import { fiqErrorOf, type HttpAnswer, jsonType } from './http-answer.ts'
import { bodyText } from './http-defaults.ts'
import { type AccountParts, jsonAnswer, withKey, withLimit } from './keys-bearer.ts'
import { quoteAnswer, refuseForeign } from './quote-answer.ts'

/** What buying credits needs besides accounts. */
export type CreditsParts = AccountParts & {
  till: Till
  maxTimeoutSeconds: number
  urlOf(request: FastifyRequest): string
}

/** `/api/v1/credits`: the pool, topped up by x402 through the one money path, and what is owed. */
export function creditsSurface(app: FastifyInstance, parts: CreditsParts): void {
  const { access, till } = parts
  const { accounts, credits, door } = access
  const topUps = topUpTill(parts)

  app.get(
    '/api/v1/credits',
    withKey(parts, async ({ identity: { organisation, plan } }) => {
      const balance = await credits.balance(organisation.id)
      const { id, name } = organisation
      return {
        value: {
          organisation: { id, name },
          plan: { name: plan.name, tier: plan.tier, creditsPerMonth: plan.creditsPerMonth },
          credits: creditsIn(balance),
          ...balance,
        },
      }
    }),
  )

  app.post(topUpPath, (request, reply) =>
    withLimit(parts, request, reply, async () => {
      // A payment outranks a key elsewhere; here the key says whose credits are bought.
      const { authorization } = request.headers
      const bearer =
        authorization === undefined ? undefined : await identify(authorization, accounts)
      const order = readTopUp(bodyText(request), bearer?.organisation.id)
      return answerTopUp(order, request, topUps, parts)
    }),
  )

  app.post('/api/v1/credits/claim', (request, reply) =>
    withLimit(parts, request, reply, async () => {
      const header = paymentOf(request)
      if (header === undefined)
        throw new FiqError('PAYMENT_MALFORMED', 'A claim carries the payment it is about.', {
          remedy: 'Send the PAYMENT-SIGNATURE of the payment whose answer is owed.',
        })
      await door.noteUnpaid(request.ip)
      const { record, inFlight } = till
      const payment = readPaymentSignature(header)
      return jsonAnswer(200, await claimOwed(payment, { record, inFlight, credits }))
    }),
  )
}

/** The money path, selling credits instead of answers; nobody gets them before they are paid. */
function topUpTill({ till: { advances: _, ...till }, access }: CreditsParts): Till<TopUp> {
  return {
    ...till,
    preflight: async () => {},
    digestOf: topUpDigest,
    answer: (order, settled) => giveTopUp(order, settled, access.credits),
    answerOnCredits: () => Promise.reject(new Error('Credits are not bought with credits.')),
  }
}

async function answerTopUp(
  order: TopUp,
  request: FastifyRequest,
  till: Till<TopUp>,
  { access, urlOf, maxTimeoutSeconds, report }: CreditsParts,
): Promise<HttpAnswer> {
  const header = paymentOf(request)
  const { payTo } = till
  const url = urlOf(request)
  const quote = (refused: FiqError | undefined) =>
    quoteAnswer(refused, {
      url,
      description: `${order.credits} credits of fiq.`,
      amount: order.price.amount,
      payTo,
      maxTimeoutSeconds,
      quote: topUpQuote(order, payTo),
    })
  try {
    if (header === undefined) return quote(undefined)
    const payment = readPaymentSignature(header)
    const terms = () => ({ request: topUpDigest(order), tariff: topUpTariff, payTo })
    refuseForeign(payment, { url, terms })
    const caller = { pays: 'usdc', payment } as const
    const { status, body, paymentResponse } = await answerOperation(order, caller, till)
    const receipt = paymentResponse === undefined ? {} : { 'payment-response': paymentResponse }
    const headers = { 'content-type': jsonType, 'cache-control': 'private, no-store', ...receipt }
    return { status, headers, body }
  } catch (thrown) {
    const error = underPayment(fiqErrorOf(thrown, report), header)
    if (error.code === 'PAYMENT_INVALID') await access.door.noteUnpaid(request.ip)
    if (error.status !== 402) throw error
    return quote(error)
  }
}

/** With a payment under way an unforeseen failure says nothing about the money. */
function underPayment(error: FiqError, header: string | undefined): FiqError {
  if (error.code !== 'INTERNAL' || header === undefined) return error
  return new FiqError('SETTLEMENT_PENDING', 'The server failed while the payment was under way.')
}
