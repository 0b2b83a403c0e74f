import { FiqError } from '@fiq/shared/errors'
import type { Authorization } from '@fiq/shared/payment/authorization'
import { proofMarginSeconds, usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import * as z from 'zod/mini'
import type { HttpAnswer, Purchase } from '../journal/purchase.ts'
import type { PaidRequest } from '../quote/paid-request.ts'

/**
 * The chain's proof about a purchase.
 *
 * - `settled`: its nonce is used. - `void`: its nonce is unused in a block after its end, so it can
 * never settle.
 */
export type Proof = 'settled' | 'void'

export type Chain = {
  /** Is there a node that is believed about this purchase? */
  hasNode(purchase: Purchase): boolean
  /** `undefined` when nothing is proven: never proof that money did not move. */
  prove(purchase: Purchase): Promise<Proof | undefined>
}

/** Sends one JSON-RPC request. */
export type RpcSend = (
  request: Pick<PaidRequest, 'url' | 'body' | 'expected'>,
  headers: Readonly<Record<string, string>>,
) => Promise<HttpAnswer>

/**
 * The chain as far as it can be believed: the node that the user configured. The devnet of a server
 * is believed for play money alone, because a server that wants to be paid twice would call a
 * payment unused.
 *
 * @param isPlay - Is the payer a play wallet of this machine?
 */
export function createChain(
  send: RpcSend,
  { rpcUrl, isPlay }: { rpcUrl: URL | undefined; isPlay(payer: Hex): boolean },
): Chain {
  const nodeFor = ({ url, authorization }: Purchase) =>
    rpcUrl ?? (isPlay(authorization.from) ? new URL('/devnet/rpc', url) : undefined)
  return {
    hasNode: (purchase) => nodeFor(purchase) !== undefined,
    async prove(purchase) {
      const url = nodeFor(purchase)
      if (!url) return undefined
      // A devnet makes no empty blocks, and its pending block is the next one. Of a node of Base
      // only a block that exists proves that time has passed on the chain.
      const block = rpcUrl ? 'latest' : 'pending'
      return proveAt(send, url, purchase.authorization, block).catch(() => undefined)
    },
  }
}

/**
 * Reads the nonce at one block and compares the time of that same block: a client that was suspended
 * in between, and a node that lags behind, prove nothing.
 */
async function proveAt(
  send: RpcSend,
  url: URL,
  { from, nonce, validBefore }: Authorization,
  block: 'latest' | 'pending',
): Promise<Proof | undefined> {
  const { result } = await callRpc(send, url, 'eth_getBlockByNumber', [block, false], blockSchema)
  const at = block === 'pending' ? 'latest' : result.number
  const word = await callUsdc(send, url, `0xe94a0102${padded(from)}${nonce.slice(2)}`, at)
  if (word === 1n) return 'settled'
  const isPast = BigInt(result.timestamp) > validBefore + BigInt(proofMarginSeconds)
  return word === 0n && isPast ? 'void' : undefined
}

/** USDC of an address in atomic units. @throws FiqError when the chain does not say. */
export function usdcBalance(send: RpcSend, rpcUrl: URL, address: Hex): Promise<bigint> {
  return callUsdc(send, rpcUrl, `0x70a08231${padded(address)}`)
}

/** There is no address to ask the chain at. */
export function noRpcAddress(serverUrl: URL): FiqError {
  return new FiqError('CONFIGURATION_INVALID', 'There is no RPC address to ask the chain at.', {
    facts: [`Server: ${serverUrl.origin}`],
    remedy: 'Set the RPC address of a Base node.',
  })
}

const answerSchema = z.object({ result: z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/)) })
const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,16}$/))
const blockSchema = z.object({
  result: z.object({ number: z.nullable(quantity), timestamp: quantity }),
})
const chainIdSchema = z.object({ result: quantity })

/** `eth_call` of USDC, after making sure that this is Base. @returns the 32-byte word. */
async function callUsdc(
  send: RpcSend,
  url: URL,
  input: string,
  block: string | null = 'latest',
): Promise<bigint> {
  const [chain, word] = await Promise.all([
    callRpc(send, url, 'eth_chainId', [], chainIdSchema),
    callRpc(send, url, 'eth_call', [{ to: usdcOnBase.asset, data: input }, block], answerSchema),
  ])
  if (Number(chain.result) !== usdcOnBase.chainId)
    throw new FiqError('CONFIGURATION_INVALID', 'The RPC address is of another chain than Base.', {
      facts: [`Chain id: ${Number(chain.result)}, wanted ${usdcOnBase.chainId}`],
    })
  return BigInt(word.result)
}

/** One JSON-RPC call, its answer checked. @throws FiqError `SERVER_ERROR`. */
export async function callRpc<result>(
  send: RpcSend,
  url: URL,
  method: string,
  params: readonly unknown[],
  schema: z.ZodMiniType<result>,
): Promise<result> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const expected = () => Promise.reject(new Error('an RPC call has no price'))
  const answer = await send({ url, body, expected }, {})
  const parsed = z.safeParse(schema, answer.status === 200 ? parsedJson(answer.body) : undefined)
  if (parsed.success) return parsed.data
  throw new FiqError('SERVER_ERROR', `The chain does not answer ${method}.`, {
    facts: [`RPC: ${url.origin}`, `HTTP ${answer.status}`],
  })
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function padded(address: Hex): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}
