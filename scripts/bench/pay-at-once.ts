import { Agent, request } from 'node:http'
import { type Authorization, typedDataOf } from '@fiq/shared/payment/authorization'
import { readPaymentRequired } from '@fiq/shared/payment/payment-required'
import { readPaymentResponse } from '@fiq/shared/payment/payment-response'
import { paymentSignatureHeader } from '@fiq/shared/payment/payment-signature'
import { toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** Milliseconds of each payment, number of failures, and the transactions that settled them. */
export type Paid = {
  seconds: number
  latenciesMs: number[]
  failures: Record<string, number>
  transactions: string[]
}

const body = JSON.stringify({ query: '{ marketStatus { session } }' })
const validSeconds = 115n

/**
 * `payers` accounts pay concurrently for the same query, each `each` times in sequence with new
 * payments. Signs everything before the measurement, so that only the server is measured; awaits
 * `onStart` in between. A payment counts if its answer is a 200 with a receipt.
 *
 * @param faucet - Source of the play money, by default the server itself.
 */
export async function payAtOnce(
  url: string,
  payers: number,
  each: number,
  onStart: () => void | Promise<void> = () => {},
  faucet = url,
): Promise<Paid> {
  const headers = await Promise.all(Array.from({ length: payers }, () => signed(url, faucet, each)))
  const agent = new Agent({ keepAlive: true, maxSockets: payers })
  const paid: Paid = { seconds: 0, latenciesMs: [], failures: {}, transactions: [] }
  await onStart()
  const started = performance.now()
  await Promise.all(
    headers.map(async (own) => {
      for (const header of own) {
        const sent = performance.now()
        const { status, receipt, text } = await post(url, agent, header)
        const settled = readPaymentResponse(receipt)
        if (status === 200 && settled?.success) {
          paid.latenciesMs.push(performance.now() - sent)
          paid.transactions.push(settled.transaction)
        } else {
          const why = `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? settled?.errorReason ?? reasonIn(receipt)}`
          paid.failures[why] = (paid.failures[why] ?? 0) + 1
        }
      }
    }),
  )
  paid.seconds = (performance.now() - started) / 1_000
  agent.destroy()
  return paid
}

/** Payments of one funded account, as headers. */
async function signed(url: string, faucet: string, count: number): Promise<string[]> {
  const account = privateKeyToAccount(generatePrivateKey())
  await postJson(`${faucet}/devnet/faucet`, { address: account.address, amount: '1000' })
  const answer = await fetch(`${url}/api/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const quoted = readPaymentRequired(answer.headers.get('payment-required'))
  const { payTo, amount } = quoted.requirements
  const headers: string[] = []
  for (let nonce = 1; nonce <= count; nonce++) {
    const authorization: Authorization = {
      from: account.address,
      to: payTo,
      value: amount,
      validAfter: 0n,
      validBefore: BigInt(Math.floor(Date.now() / 1_000)) + validSeconds,
      nonce: toHex(nonce, { size: 32 }),
    }
    const signature = await account.signTypedData(typedDataOf(authorization))
    headers.push(paymentSignatureHeader(quoted, { authorization, signature }))
  }
  return headers
}

type Reply = { status: number; receipt: string | undefined; text: string }

function post(url: string, agent: Agent, payment: string): Promise<Reply> {
  return new Promise((resolve) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'payment-signature': payment,
    }
    const lost = (error: Error) => resolve({ status: 0, receipt: undefined, text: error.message })
    const sent = request(`${url}/api/graphql`, { method: 'POST', headers, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('error', lost)
      response.on('end', () => {
        const receipt = response.headers['payment-response']?.toString()
        resolve({ status: response.statusCode ?? 0, receipt, text })
      })
    })
    sent.on('error', lost)
    sent.end(body)
  })
}

/** The stock packages put the error of a refusal into the receipt. */
function reasonIn(receipt: string | undefined): string {
  const text = Buffer.from(receipt ?? '', 'base64').toString('utf8')
  return /"errorReason":"([^"]+)"/.exec(text)?.[1] ?? 'no receipt'
}

/** Average gas per payment over all transactions, each counted once. */
export async function gasPerPayment(url: string, { transactions }: Paid): Promise<number> {
  let gas = 0
  for (const hash of new Set(transactions)) {
    const answer = await postJson(`${url}/devnet/rpc`, {
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getTransactionReceipt',
      params: [hash],
    })
    gas += Number((answer as { result: { gasUsed: string } }).result.gasUsed)
  }
  return Math.round(gas / transactions.length)
}

async function postJson(url: string, value: unknown): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
