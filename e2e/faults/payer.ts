import { request } from 'node:http'
import { defined } from '@fiq/shared/defined'
import { type Authorization, typedDataOf } from '@fiq/shared/payment/authorization'
import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { paymentSignatureHeader } from '@fiq/shared/payment/payment-signature'
import type { Hex } from '@fiq/shared/payment/wire'
import { toHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'

/** A signed payment and its request: bytes that can be sent repeatedly. */
export type Purchase = { nonce: Hex; amount: bigint; body: string; header: string }

/** `undefined` if the connection ended without an answer. */
export type Answer =
  | { status: number; body: string; receipt: string | undefined; code: string | undefined }
  | undefined

/** The request that is bought. */
export type GraphqlRequest = { query: string; variables?: Readonly<Record<string, unknown>> }

/** All prices differ, so that equal sums are not equal by chance. */
const fixedRequests: readonly GraphqlRequest[] = [
  { query: '{ marketStatus { session } }' },
  { query: '{ marketStatus { session timezone } macroSeries(seriesId: "CPIAUCSL") { date } }' },
  { query: '{ searchEntities(query: "apple", limit: 3) { id } }' },
]

/** Signs payments for one server address, for each request in turn. Quotes each request once. */
export function createPayer(
  url: string,
  account: PrivateKeyAccount,
  requests: readonly GraphqlRequest[] = fixedRequests,
) {
  const quoted = new Map<string, ReturnType<typeof readPaymentRequired>>()
  let count = 0
  return {
    async sign(
      lifeSeconds = validSeconds,
      request = requests[count % requests.length],
    ): Promise<Purchase> {
      const body = JSON.stringify(request)
      count += 1
      const quote = quoted.get(body) ?? readPaymentRequired(await headerOf(url, body))
      quoted.set(body, quote)
      const { amount, payTo } = quote.requirements
      const authorization: Authorization = {
        from: account.address,
        to: payTo,
        value: amount,
        validAfter: 0n,
        validBefore: BigInt(Math.floor(Date.now() / 1_000)) + lifeSeconds,
        nonce: toHex(BigInt(count), { size: 32 }),
      }
      const signature = await account.signTypedData(typedDataOf(authorization))
      const header = paymentSignatureHeader(quote, { authorization, signature })
      return { nonce: authorization.nonce, amount, body, header }
    },
  }
}

/** A payment with everything that its payer received. */
export type History = { purchase: Purchase; answers: Answer[] }

/** Sends all payments at once. */
export async function presentAll(url: string, histories: readonly History[]): Promise<void> {
  const presented = histories.map(async ({ purchase, answers }) => {
    answers.push(await present(url, purchase))
  })
  await Promise.all(presented)
}

/** Sends all payments twice, one after the other, and counts the outcomes: `503, then 200: 4`. */
export async function presentAllTwice(
  url: string,
  histories: readonly History[],
): Promise<Record<string, number>> {
  await presentAll(url, histories)
  await presentAll(url, histories)
  const seen: Record<string, number> = {}
  for (const { answers } of histories) {
    const words = answers.map((answer) => answer?.status ?? 'none').join(', then ')
    seen[words] = (seen[words] ?? 0) + 1
  }
  return seen
}

/** Retries like a client that received `Retry-After`: sends unanswered payments some more times. */
export async function presentUntilAnswered(
  url: string,
  histories: readonly History[],
  triesMax = 20,
): Promise<void> {
  let left = histories
  for (let tries = 0; tries < triesMax && left.length > 0; tries++) {
    await presentAll(url, left)
    left = left.filter(({ answers }) => answers.at(-1)?.status !== 200)
  }
}

/** The server accepts its timeout of 60 s plus 60 s. */
export const validSeconds = 110n

/**
 * Sends a payment once, or a request on the credits of a key. `cutAfterMs` ends the connection that
 * long after the bytes were sent.
 */
export function present(
  url: string,
  { body, header, bearer, key }: { body: string; header?: string; bearer?: string; key?: string },
  cutAfterMs?: number,
): Promise<Answer> {
  return new Promise((resolve) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...defined({
        'payment-signature': header,
        authorization: bearer ? `Bearer ${bearer}` : undefined,
        'idempotency-key': key,
      }),
    }
    const options = { method: 'POST', headers, agent: false } as const
    const sent = request(`${url}/api/graphql`, options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('error', () => resolve(undefined))
      response.on('end', () => {
        const receipt = response.headers['payment-response']?.toString()
        const answer = { status: response.statusCode ?? 0, body: text, receipt }
        resolve({ ...answer, code: /"code":"([A-Z_]+)"/.exec(text)?.[1] })
      })
    })
    sent.on('error', () => resolve(undefined))
    sent.on('close', () => resolve(undefined))
    sent.end(body, () => {
      if (cutAfterMs === undefined) return
      if (cutAfterMs === 0) sent.socket?.resetAndDestroy()
      else setTimeout(() => sent.socket?.resetAndDestroy(), cutAfterMs)
    })
  })
}

async function headerOf(url: string, body: string): Promise<string | undefined> {
  const answer = await fetch(`${url}/api/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return answer.headers.get('payment-required') ?? undefined
}
