import { FiqError } from '@fiq/shared/errors'
import { jsonOf } from '@fiq/shared/json'
import type { Authorization } from '@fiq/shared/payment/authorization'
import { proofMarginSeconds, usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { type Hex, quantityOf } from '@fiq/shared/payment/wire'
import * as z from 'zod/mini'
import type { HttpAnswer, Purchase } from '../journal/purchase.ts'
import type { PaidRequest } from '../quote/paid-request.ts'
import { authorizationCanceled, authorizationUsed } from './token-logs.ts'

/**
 * The chain's proof about a purchase.
 * - `settled`: the token's log shows that its nonce moved the money.
 * - `void`: in a block after its expiry its nonce is unused or canceled, so it can never settle.
 */
export type Proof = 'settled' | 'void'

export type Chain = {
  /** Origins of the nodes that are trusted about this purchase; empty if nothing can prove it. */
  nodesOf(purchase: Purchase): readonly string[]
  /**
   * A node suffices as proof that money moved; that it never moves needs all of them. `undefined`
   * when nothing is proven; this is never proof that money did not move.
   */
  prove(purchase: Purchase): Promise<Proof | undefined>
}

/** Sends one JSON-RPC request. */
export type RpcSend = (
  request: Pick<PaidRequest, 'url' | 'body' | 'expected'>,
  headers: Readonly<Record<string, string>>,
) => Promise<HttpAnswer>

/**
 * The chain as far as it is trusted: the node that the user configured. A server's devnet is
 * trusted for play money only, because a dishonest server could call a payment unused to be paid
 * twice. Play money moves on that devnet, so the user's node alone proves nothing about it.
 *
 * @param isPlay - Whether the payer is a play wallet of this machine. The purchase must be marked as
 * one of play money too: with its key given in another way, it counts as real.
 */
export function createChain(
  send: RpcSend,
  { rpcUrl, isPlay }: { rpcUrl: URL | undefined; isPlay(payer: Hex): boolean },
): Chain {
  // A devnet makes no empty blocks, and its pending block is the next one. On Base, only an existing
  // block proves that time has passed on the chain.
  const nodesFor = ({ url, authorization, isPlay: isMarked }: Purchase) => {
    const devnet = isMarked && isPlay(authorization.from) ? new URL('/devnet/rpc', url) : undefined
    const own = rpcUrl?.href === devnet?.href ? undefined : rpcUrl
    return [
      ...(devnet ? [{ url: devnet, block: 'pending' as const }] : []),
      ...(own ? [{ url: own, block: 'latest' as const }] : []),
    ]
  }
  return {
    nodesOf: (purchase) => nodesFor(purchase).map(({ url }) => url.origin),
    async prove(purchase) {
      const proofs = await Promise.all(
        nodesFor(purchase).map(({ url, block }) =>
          proveAt(send, url, purchase.authorization, block).catch(() => undefined),
        ),
      )
      if (proofs.includes('settled')) return 'settled'
      return proofs.length > 0 && proofs.every((proof) => proof === 'void') ? 'void' : undefined
    },
  }
}

/** Base has a block every two seconds. */
const blockSeconds = 2

/**
 * Reads the nonce at one block and compares the time of the same block. So neither a client that
 * was suspended in between nor a lagging node can give a false proof.
 */
async function proveAt(
  send: RpcSend,
  url: URL,
  authorization: Authorization,
  block: 'latest' | 'pending',
): Promise<Proof | undefined> {
  const { from, nonce } = authorization
  const { result } = await callRpc(send, url, 'eth_getBlockByNumber', [block, false], blockSchema)
  const at = block === 'pending' ? 'latest' : result.number
  const word = await callUsdc(send, url, `0xe94a0102${padded(from)}${nonce.slice(2)}`, at)
  if (word > 1n) return undefined
  const end = word === 0n ? 'unused' : await logOfNonce(send, url, authorization, result)
  if (end === authorizationUsed) return 'settled'
  // Until its expiry, a reorganisation may undo a cancellation.
  const isPast = BigInt(result.timestamp) > authorization.validBefore + BigInt(proofMarginSeconds)
  if (end === undefined || !isPast) return undefined
  const isOver = block === 'pending' || (await isOverDeep(send, url, authorization, result))
  return isOver ? 'void' : undefined
}

/** The deepest reorganisation, in blocks. */
const unsettledBlocks = proofMarginSeconds / blockSeconds

/**
 * Whether the authorization had expired in a block that no reorganisation replaces. After a halt of
 * the chain, few blocks are many seconds.
 */
async function isOverDeep(
  send: RpcSend,
  url: URL,
  { validBefore }: Authorization,
  { number }: { number: string | null },
): Promise<boolean> {
  const deep = quantityOf(Math.max(0, Number(number) - unsettledBlocks))
  const { result } = await callRpc(send, url, 'eth_getBlockByNumber', [deep, false], blockSchema)
  return BigInt(result.timestamp) >= validBefore
}

/** Public nodes search at most this many blocks at once: five hours of Base. */
const logWindowBlocks = 9_000

/**
 * The log that the token wrote when the nonce was used or canceled. Searches around the end of the
 * authorization, by which it was used if ever, and in the newest blocks.
 */
async function logOfNonce(
  send: RpcSend,
  url: URL,
  { from, nonce, validBefore }: Authorization,
  { number, timestamp }: { number: string | null; timestamp: string },
): Promise<typeof authorizationUsed | typeof authorizationCanceled | undefined> {
  const topics = [
    [authorizationUsed, authorizationCanceled],
    `0x${padded(from)}`,
    nonce.toLowerCase(),
  ]
  const latest = Number(number ?? 0)
  const behind = Math.floor((Number(timestamp) - Number(validBefore)) / blockSeconds)
  const around = Math.max(0, Math.min(latest, latest - behind + logWindowBlocks / 2))
  for (const last of new Set([around, latest])) {
    const range = number
      ? {
          fromBlock: quantityOf(Math.max(0, last - logWindowBlocks + 1)),
          toBlock: quantityOf(last),
        }
      : { fromBlock: '0x0', toBlock: 'latest' }
    const filter = { address: usdcOnBase.asset, topics, ...range }
    const { result } = await callRpc(send, url, 'eth_getLogs', [filter], logsSchema)
    const [selector, payer, used] = (result[0]?.topics ?? []).map((topic) => topic.toLowerCase())
    if (payer !== topics[1] || used !== topics[2]) continue
    if (selector === authorizationUsed || selector === authorizationCanceled) return selector
  }
  return undefined
}

/** USDC of an address in atomic units. @throws FiqError if the chain does not answer. */
export function usdcBalance(send: RpcSend, rpcUrl: URL, address: Hex): Promise<bigint> {
  return callUsdc(send, rpcUrl, `0x70a08231${padded(address)}`)
}

/** The error if no address of a chain node is known. */
export function noRpcAddress(serverUrl: URL): FiqError {
  return new FiqError('CONFIGURATION_INVALID', 'There is no RPC address to read the chain.', {
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
const logsSchema = z.object({
  result: z
    .array(z.object({ topics: z.array(z.string().check(z.maxLength(66))).check(z.maxLength(4)) }))
    .check(z.maxLength(20)),
})

/** An `eth_call` of USDC on Base. @returns The 32-byte word. */
async function callUsdc(
  send: RpcSend,
  url: URL,
  input: string,
  block: string | null = 'latest',
): Promise<bigint> {
  const onBase = requireBase(send, url)
  const call = { to: usdcOnBase.asset, data: input }
  const word = callRpc(send, url, 'eth_call', [call, block], answerSchema)
  // On another chain this call fails too, because USDC is not there. Report the chain first.
  word.catch(() => {})
  await onBase
  return BigInt((await word).result)
}

/** @throws FiqError `CONFIGURATION_INVALID` if the node serves another chain than Base. */
export async function requireBase(send: RpcSend, url: URL): Promise<void> {
  const id = Number((await callRpc(send, url, 'eth_chainId', [], chainIdSchema)).result)
  if (id === usdcOnBase.chainId) return
  const message = 'The RPC address belongs to another chain, not to Base.'
  const facts = [`Chain id: ${id}, expected ${usdcOnBase.chainId}`]
  throw new FiqError('CONFIGURATION_INVALID', message, { facts })
}

/** One JSON-RPC call with a validated response. @throws FiqError `SERVER_ERROR`. */
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
  const parsed = z.safeParse(schema, answer.status === 200 ? jsonOf(answer.body) : undefined)
  if (parsed.success) return parsed.data
  throw new FiqError('SERVER_ERROR', `The chain node does not answer ${method}.`, {
    facts: [`RPC: ${url.origin}`, `HTTP ${answer.status}`],
  })
}

function padded(address: Hex): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}
