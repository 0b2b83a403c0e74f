import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { QuoteSecret } from '@fiq/shared/payment/quote-secret'
import { topUpPath, topUpTariff } from '@fiq/shared/pricing/top-up-terms'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Identity, identify } from '../../accounts/accounts.ts'
import { creditsIn } from '../../credits/credits.ts'
import { answerOperation } from '../../payments/answer-operation.ts'
import { claimOwed } from '../../payments/claim-owed.ts'
import type { PaymentPorts } from '../../payments/ports.ts'
import {
  answerOfTopUp,
  consentsTo,
  readTopUp,
  type TopUp,
  topUpDigest,
  topUpQuote,
} from '../../payments/top-up.ts'
import type { AdmittedRequest, RequestIdentity } from '../../rate-limit/request-gate.ts'
import { fiqErrorOf, type HttpAnswer, jsonType, sendAnswer, underPayment } from '../http-answer.ts'
import { bodyText } from '../http-defaults.ts'
import { type AccountParts, answerLimited, jsonAnswer, withKey } from '../keys-bearer.ts'
import { provenAtLimit } from '../query/prove-at-limit.ts'
import { quoteAnswer, refuseForeign } from '../query/quote-answer.ts'
import { createQuoteSecrets } from '../query/quote-secrets.ts'
import { isPayment, paymentOf, proofOf, requestIdentityOf } from '../request-identity.ts'
import type { AccountSessions } from './account-session.ts'

/** Ports for buying credits, besides accounts. */
export type CreditsParts = AccountParts & {
  paymentPorts: PaymentPorts
  maxTimeoutSeconds: number
  urlOf(request: FastifyRequest): string
  accountSessions: Pick<AccountSessions, 'changeOf'>
}

/**
 * `/api/v1/credits`: the pool, top-ups by x402 through the common money path, and claims of owed
 * payments.
 */
export function creditsSurface(app: FastifyInstance, parts: CreditsParts): void {
  const { access, paymentPorts } = parts
  const { credits, gate } = access
  const answerTopUp = createTopUps(parts)

  app.get(
    '/api/v1/credits',
    withKey(parts, async ({ identity: { organisation, plan } }) => {
      const balance = await credits.balance(organisation.id)
      const pending = await credits.pending(organisation.id)
      const { id, name } = organisation
      return {
        value: {
          organisation: { id, name },
          plan: { name: plan.name, tier: plan.tier, creditsPerMonth: plan.creditsPerMonth },
          credits: creditsIn(balance),
          ...defined({ creditsPending: pending || undefined }),
          ...balance,
        },
      }
    }),
  )

  app.post(topUpPath, (request, reply) => {
    const payment = paymentOf(request)
    const run = async ({ identity }: AdmittedRequest, sender: RequestIdentity) => {
      let isSold = false
      try {
        const topUp = await topUpOf(request, identity, parts)
        const topUpRequest = { payment, proof: proofOf(request), url: parts.urlOf(request), sender }
        const answer = await answerTopUp(topUp, topUpRequest)
        isSold = answer.isNew
        return answer
      } catch (thrown) {
        throw underPayment(fiqErrorOf(thrown, parts.report), payment)
      } finally {
        if (sender.pays && isSold) await gate.refund(sender, 0, { pays: true })
      }
    }
    return answerPayer(request, reply, run, {
      ...requestIdentityOf(request),
      pays: isPayment(payment),
    })
  })

  // A claim sells nothing, so it counts as an ordinary request.
  app.post('/api/v1/credits/claim', (request, reply) => {
    const payment = paymentOf(request)
    const run = async (_: AdmittedRequest, { address, isProven }: RequestIdentity) => {
      if (payment === undefined)
        throw new FiqError('PAYMENT_MALFORMED', 'A claim needs the payment whose answer is owed.', {
          remedy: 'Send its PAYMENT-SIGNATURE header.',
        })
      const proof = proofOf(request)
      if (payment instanceof FiqError) throw payment
      if (proof instanceof FiqError) throw proof
      try {
        const caller = { payment, proof, address, isProven }
        const ports = { ...paymentPorts, credits }
        return jsonAnswer(200, await claimOwed(caller, ports))
      } catch (thrown) {
        throw underPayment(fiqErrorOf(thrown, parts.report), payment)
      }
    }
    return answerPayer(request, reply, run, {
      ...requestIdentityOf(request),
      authorization: undefined,
    })
  })

  /**
   * Like {@link answerLimited}, but also admits a request at the limit if it proves its payment.
   */
  async function answerPayer(
    request: FastifyRequest,
    reply: FastifyReply,
    run: (admitted: AdmittedRequest, sender: RequestIdentity) => Promise<HttpAnswer>,
    sender: RequestIdentity,
  ): Promise<FastifyReply> {
    const shown = { payment: paymentOf(request), proof: proofOf(request), sender }
    const answer = await provenAtLimit(shown, paymentPorts, (seen) =>
      answerLimited(parts, (admitted) => run(admitted, seen), seen),
    )
    return sendAnswer(reply, answer)
  }
}

/**
 * The top-up that the body orders, for the organisation of the key or of the account session. In
 * other routes a payment takes precedence over a key.
 */
async function topUpOf(
  request: FastifyRequest,
  identity: Identity | undefined,
  { access: { accounts }, accountSessions, urlOf }: CreditsParts,
): Promise<TopUp> {
  const { authorization } = request.headers
  const bearer = identity ?? (authorization ? await identify(authorization, accounts) : undefined)
  const organisation = bearer?.organisation ?? (await accountSessions.changeOf(request))
  return readTopUp(bodyText(request), { url: urlOf(request), organisation })
}

type TopUpParts = Pick<CreditsParts, 'paymentPorts' | 'access' | 'maxTimeoutSeconds' | 'report'>

/** Payment ports that sell credits instead of answers. Credits are granted after settlement. */
function topUpPorts({
  paymentPorts: { advances: _, sizing: __, owed: ___, ...paymentPorts },
  access,
}: TopUpParts): PaymentPorts<TopUp> {
  return {
    ...paymentPorts,
    consents: (topUp, caller) => consentsTo(topUp, caller, paymentPorts.proofs),
    preflight: async () => {},
    rehearse: async () => {},
    digestOf: topUpDigest,
    boughtOf: () => ({ text: 'top-up', areas: [] }),
    answer: (topUp, settled) => answerOfTopUp(topUp, settled, access.credits),
    answerOnCredits: () => Promise.reject(new Error('Credits cannot pay for credits.')),
  }
}

/** A request for credits: its payment and proof, and where it arrived. */
type TopUpRequest = {
  payment: ReturnType<typeof paymentOf>
  proof: ReturnType<typeof proofOf>
  url: string
  sender: Pick<RequestIdentity, 'address' | 'isProven'>
}

/** Quotes top-ups, and gives their credits for payments. */
export function createTopUps(
  parts: TopUpParts,
): (topUp: TopUp, request: TopUpRequest) => Promise<HttpAnswer & { isNew: boolean }> {
  const [paymentPorts, drawSecret] = [topUpPorts(parts), createQuoteSecrets()]
  return (topUp, request) => answerTopUp(topUp, request, paymentPorts, { ...parts, drawSecret })
}

async function answerTopUp(
  topUp: TopUp,
  { payment, proof, url, sender: { address, isProven } }: TopUpRequest,
  paymentPorts: PaymentPorts<TopUp>,
  { maxTimeoutSeconds, report, drawSecret }: TopUpParts & { drawSecret(): QuoteSecret },
): Promise<HttpAnswer & { isNew: boolean }> {
  const { payTo } = paymentPorts
  const quote = (refused: FiqError | undefined) => ({
    isNew: false,
    ...quoteAnswer(
      refused,
      {
        url,
        description: `${topUp.credits} credits of fiq.`,
        amount: topUp.price.amount,
        payTo,
        maxTimeoutSeconds,
        quote: topUpQuote(topUp, payTo),
      },
      drawSecret(),
    ),
  })
  try {
    if (payment === undefined) return quote(undefined)
    if (payment instanceof FiqError) throw payment
    const terms = () => [{ request: topUpDigest(topUp), tariff: topUpTariff, payTo }]
    await refuseForeign({ payment, address }, { url, terms }, paymentPorts)
    if (proof instanceof FiqError) throw proof
    const caller = { pays: 'usdc', payment, proof, address, isProven } as const
    const bought = await answerOperation(topUp, caller, paymentPorts)
    const { status, body, paymentResponse, replayed } = bought
    if (!replayed) paymentPorts.refundFetches(caller)
    const receipt = paymentResponse === undefined ? {} : { 'payment-response': paymentResponse }
    const headers = { 'content-type': jsonType, 'cache-control': 'private, no-store', ...receipt }
    return { status, headers, body, isNew: !replayed }
  } catch (thrown) {
    const error = fiqErrorOf(thrown, report)
    if (error.status !== 402) throw error
    return quote(error)
  }
}
