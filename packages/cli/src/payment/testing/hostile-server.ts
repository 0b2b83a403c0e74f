import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeHeader, encodeHeader } from '@fiq/shared/payment/header-codec'
import { paymentRequiredHeader } from '@fiq/shared/payment/payment-required'
import { paymentResponseHeader } from '@fiq/shared/payment/payment-response'
import { type Payment, readPaymentSignature } from '@fiq/shared/payment/payment-signature'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import { quoteFor } from './test-contract.ts'

export const payTo: Hex = '0x00000000000000000000000000000000000000aa'
export const otherPayTo: Hex = '0x00000000000000000000000000000000000000bb'
export const transaction: Hex = `0x${'ab'.repeat(32)}`

type Envelope = Record<string, unknown> & {
  accepts: (Record<string, unknown> & { extra: Record<string, unknown> })[]
  resource: { url: string }
  extensions: Record<string, { info: Record<string, unknown> }>
}

/** How a server deviates from a correct one. By default it does not, except `rpc`. */
export type Mode = {
  /** Changes the decoded 402 before it is sent. */
  quote?(envelope: Envelope): void
  /** Answers the unpaid request instead of the server. */
  unpaid?(response: ServerResponse): void
  /** The content of a free page; by default none. */
  page?(path: string): string | undefined
  /**
   * Answers a paid request instead of the server; `try` counts from 1. `false`: answer correctly.
   */
  paid?(response: ServerResponse, paidTry: number, request: IncomingMessage): boolean | undefined
  /** Whether it settles what the chain still accepts. Default true. */
  settles?: boolean
  /** Default: a node that reports the settled payments. */
  rpc?: 'absent' | 'says unused' | undefined
  /** The `Date` of its answers; default none, because the client's clock may show any time. */
  date?: string
  /** USDC of every address, atomic units; default 1.5 USDC. */
  balance?: bigint
}

/** A real server on a loopback port that requires payment and records every payment. */
export async function startPaidServer(
  mode: Mode = {},
  nowMs: () => number = Date.now,
  quoteBody: typeof quoteFor = quoteFor,
) {
  const payments: Payment[] = []
  const headersSeen: string[] = []
  const settled = new Set<string>()
  let unpaidCount = 0
  const current = { mode, nowMs }

  const server = createServer(async (request, response) => {
    response.sendDate = false
    if (current.mode.date) response.setHeader('date', current.mode.date)
    const body = await bodyOf(request)
    if (request.url === '/devnet/rpc')
      return answerRpc(response, body, current.mode, { settled, nowMs: current.nowMs })
    if (request.method === 'GET') {
      const page = current.mode.page?.(String(request.url))
      if (page !== undefined) return void send(response, 200, page)
      return current.mode.unpaid ? current.mode.unpaid(response) : void send(response, 404, '{}')
    }
    const header = request.headers['payment-signature']
    if (typeof header !== 'string') {
      unpaidCount += 1
      if (current.mode.unpaid) return current.mode.unpaid(response)
      const url = `http://${request.headers.host}${request.url}`
      return send(response, 402, '{}', {
        'PAYMENT-REQUIRED': requiredFor(url, quoteBody(body, payTo), current.mode),
      })
    }
    const payment = readPaymentSignature(header)
    payments.push(payment)
    headersSeen.push(header)
    const { nonce, validBefore } = payment.authorization
    // The token refuses an authorization that has expired on the chain.
    const isExpired = BigInt(Math.floor(current.nowMs() / 1_000)) >= validBefore
    if (current.mode.settles !== false && !isExpired) settled.add(nonce)
    if (current.mode.paid?.(response, payments.length, request)) return
    const receipt = paymentResponseHeader({ transaction, payer: payment.authorization.from })
    send(response, 200, '{"data":{"quotes":[]}}', { 'PAYMENT-RESPONSE': receipt })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: new URL(`http://127.0.0.1:${port}/api/graphql`),
    payments,
    headersSeen,
    settled,
    unpaidCount: () => unpaidCount,
    become(next: Mode) {
      current.mode = next
    },
    /** Sets the time of the chain's blocks. */
    followClock(nowMs: () => number) {
      current.nowMs = nowMs
    },
    /** A node to configure as the user's own. It reports settled payments, unless the mode lies. */
    get rpcUrl() {
      return new URL(`http://127.0.0.1:${port}/devnet/rpc`)
    },
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** The header of a valid receipt for a paid request. */
export function receiptFor({ headers }: IncomingMessage): Record<string, string> {
  const { authorization } = readPaymentSignature(String(headers['payment-signature']))
  return { 'PAYMENT-RESPONSE': paymentResponseHeader({ transaction, payer: authorization.from }) }
}

/** Breaks the connection instead of answering. */
export function reset(response: ServerResponse): true {
  response.destroy()
  return true
}

export function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): true {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  return true
}

/** A correct 402 for a quote, changed by the mode. */
function requiredFor(url: string, quote: ReturnType<typeof quoteFor>, mode: Mode): string {
  const honest = paymentRequiredHeader({
    url,
    description: 'quotes',
    amount: BigInt(quote.total),
    payTo,
    maxTimeoutSeconds: 60,
    quote,
  })
  if (!mode.quote) return honest
  const envelope = decodeHeader(honest) as Envelope
  mode.quote(envelope)
  return encodeHeader(envelope)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function answerRpc(
  response: ServerResponse,
  body: string,
  { rpc, balance = 1_500_000n }: Mode,
  { settled, nowMs }: { settled: ReadonlySet<string>; nowMs: () => number },
): void {
  if (rpc === 'absent') return void send(response, 404, '{}')
  const { method, params } = JSON.parse(body) as {
    method: string
    params: [{ data: string; topics: [string[], string, string] }]
  }
  if (method === 'eth_chainId')
    return void send(
      response,
      200,
      JSON.stringify({ result: `0x${usdcOnBase.chainId.toString(16)}` }),
    )
  if (method === 'eth_getBlockByNumber') {
    const timestamp = `0x${Math.floor(nowMs() / 1_000).toString(16)}`
    return void send(response, 200, JSON.stringify({ result: { number: '0x1', timestamp } }))
  }
  const call = params[0].data
  if (method === 'eth_getLogs') {
    const [[selector], payer, nonce] = params[0].topics
    const result = settled.has(nonce) ? [{ topics: [selector, payer, nonce] }] : []
    return void send(response, 200, JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  }
  const isUsed = rpc !== 'says unused' && settled.has(`0x${call.slice(-64)}`)
  const word = call.startsWith('0x70a08231') ? balance : isUsed ? 1n : 0n
  send(response, 200, JSON.stringify({ result: `0x${word.toString(16).padStart(64, '0')}` }))
}
