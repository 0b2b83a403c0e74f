import { defined } from '@fiq/shared/defined'
import { jsonOf } from '@fiq/shared/json'
import { quantityOf } from '@fiq/shared/payment/wire'
import { isHex, parseTransaction } from 'viem'
import type { RpcRequest } from './evm.ts'
import { RpcError } from './rpc-error.ts'

/** Anything that answers EIP-1193 requests, such as the embedded chain. */
export type RpcAnswerer = { request(request: RpcRequest): Promise<unknown> }

export const rpcBodyBytesMax = 256 * 1024
export const rpcBatchMax = 100
/**
 * Maximum gas of one external call or transaction. The EVM records each step: an endless call took
 * 19 GB without a bound, and 16 million gas take 2 GB. The bound allows sixteen payments in one
 * transaction, or one of a wallet contract.
 */
export const rpcGasMax = 2_000_000n

/**
 * Methods for wallets, block watchers and facilitators. Excludes methods that sign, that keep state
 * for the caller (filters, subscriptions), or that change the chain other than by a signed
 * transaction.
 */
export const allowedRpcMethods: ReadonlySet<string> = new Set([
  'eth_accounts',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
  'eth_syncing',
  'net_version',
  'web3_clientVersion',
  'web3_sha3',
])

type Answer = { jsonrpc: '2.0'; id: RequestId } & (
  | { result: unknown }
  | { error: { code: number; message: string; data?: string } }
)
type RequestId = string | number | null

/** Methods that execute contracts. A call of {@link rpcGasMax} takes 0.2 s of CPU. */
export const executingRpcMethods: ReadonlySet<string> = new Set([
  'eth_call',
  'eth_estimateGas',
  'eth_sendRawTransaction',
])

/**
 * Answers the body of one JSON-RPC 2.0 HTTP request, single or batch.
 *
 * @param body - the bytes as text, at most {@link rpcBodyBytesMax}.
 * @param admit - Called with the number of messages before any is answered.
 * @returns The JSON to send with status 200, or `undefined` for notifications only (204). Errors
 * become JSON-RPC errors in the response. Throws only errors of `admit`.
 */
export async function answerJsonRpc(
  body: string,
  chain: RpcAnswerer,
  admit: (messages: number) => Promise<void> = async () => {},
): Promise<string | undefined> {
  if (Buffer.byteLength(body) > rpcBodyBytesMax)
    return JSON.stringify(refusal(null, -32600, `the body exceeds ${rpcBodyBytesMax} bytes`))
  const message = jsonOf(body)
  const count = Array.isArray(message) ? Math.min(message.length, rpcBatchMax) : 1
  await admit(Math.max(1, count))
  if (message === undefined) return JSON.stringify(refusal(null, -32700, 'the body is not JSON'))
  if (!Array.isArray(message)) return asText(await answerOne(message, chain))

  if (message.length === 0) return JSON.stringify(refusal(null, -32600, 'the batch is empty'))
  if (message.length > rpcBatchMax)
    return JSON.stringify(refusal(null, -32600, `a batch holds at most ${rpcBatchMax} requests`))
  const answers: Answer[] = []
  for (const one of message) {
    const answer = await answerOne(one, chain)
    if (answer) answers.push(answer)
  }
  return answers.length > 0 ? JSON.stringify(answers) : undefined
}

async function answerOne(message: unknown, chain: RpcAnswerer): Promise<Answer | undefined> {
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    return refusal(null, -32600, 'a request must be an object')
  const { jsonrpc, method, params = [], id } = message as Record<string, unknown>
  if (id !== undefined && !isId(id)) return refusal(null, -32600, 'id must be a string or a number')
  const notified = id === undefined
  const answerId = id ?? null
  if (jsonrpc !== '2.0' || typeof method !== 'string')
    return refusal(answerId, -32600, 'a request has jsonrpc "2.0" and a method')
  const answer = await call(answerId, method, params, chain)
  return notified ? undefined : answer
}

async function call(
  id: RequestId,
  method: string,
  params: unknown,
  chain: RpcAnswerer,
): Promise<Answer> {
  if (!allowedRpcMethods.has(method))
    return refusal(id, -32601, `the method ${method.slice(0, 64)} is not available`)
  if (!Array.isArray(params)) return refusal(id, -32602, 'params must be a list')
  try {
    const bounded = withinGas(method, params)
    return { jsonrpc: '2.0', id, result: await chain.request({ method, params: bounded }) }
  } catch (error) {
    if (error instanceof RpcError) return refusal(id, error.code, error.message, error.data)
    return refusal(id, -32603, 'internal error')
  }
}

/**
 * Lowers the gas of a call to {@link rpcGasMax}, as nodes do.
 *
 * @throws RpcError for a transaction with more: its sender signed the gas.
 */
function withinGas(method: string, params: readonly unknown[]): readonly unknown[] {
  const [first, ...rest] = params
  if (method === 'eth_sendRawTransaction' && gasOfTransaction(first) > rpcGasMax)
    throw new RpcError(-32000, `the gas limit of a transaction exceeds ${rpcGasMax}`)
  if (method !== 'eth_call' && method !== 'eth_estimateGas') return params
  if (typeof first !== 'object' || first === null) return params
  const { gas } = first as { gas?: unknown }
  const requestedGas = isHex(gas) && gas.length > 2 ? BigInt(gas) : rpcGasMax
  const gasLimit = requestedGas < rpcGasMax ? requestedGas : rpcGasMax
  return [{ ...first, gas: quantityOf(gasLimit) }, ...rest]
}

/** Gas of a raw transaction; 0 for an invalid one, which the EVM refuses. */
function gasOfTransaction(raw: unknown): bigint {
  try {
    return parseTransaction(raw as `0x${string}`).gas ?? 0n
  } catch {
    return 0n
  }
}

function refusal(id: RequestId, code: number, message: string, data?: string): Answer {
  return { jsonrpc: '2.0', id, error: { code, message, ...defined({ data }) } }
}

function isId(id: unknown): id is RequestId {
  return id === null || typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id))
}

function asText(answer: Answer | undefined): string | undefined {
  return answer && JSON.stringify(answer)
}
