import { defined } from '@fiq/shared/defined'
import type { Authorization } from '@fiq/shared/payment/authorization'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import { type Hex, quantityOf } from '@fiq/shared/payment/wire'
import type { FoundSettlement } from '../facilitator.ts'
import { isCancellation, type RpcLog, spendingTopics, transferLogIndex } from './settlement-log.ts'
import {
  authorizationStateCall,
  type ContractCall,
  codeProgram,
  isAcceptedByWallet,
  walletCall,
} from './token-calls.ts'

/** EIP-1193: a node of the chain, or the embedded one. Reverts are errors with code 3 and data. */
export type ChainPort = {
  /**
   * The time of an embedded chain, which makes no blocks while no payment arrives. Unix seconds.
   */
  seconds?(): bigint
  request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>
}

/**
 * The members of `eth_getTransactionReceipt` in use. Numbers are hexadecimal; gas prices and fees
 * are wei.
 */
export type Receipt = {
  transactionHash: Hex
  status: Hex
  logs: RpcLog[]
  blockNumber?: Hex
  /** Present if gas costs money. `l1Fee`: on chains that publish their data on another chain. */
  gasUsed?: Hex
  effectiveGasPrice?: Hex
  l1Fee?: Hex
}

/** Maximum gas for a wallet contract to check a signature. */
const walletGasMax = 1_000_000
/** Maximum gas to read a value of the token or of another known contract; most take 30,000. */
export const readGasMax = 1_000_000
/** Public nodes refuse to search more blocks at once. */
const logWindowBlocks = 9_000
/** Five windows are one day of Base. */
const logWindowsMax = 5
/** Base has a block every two seconds. */
const blockSeconds = 2n

/** Whether the nonce of an authorization is used or canceled. */
export async function readAuthorizationState(
  chain: ChainPort,
  authorization: Pick<Authorization, 'from' | 'nonce'>,
): Promise<boolean> {
  const request = { ...authorizationStateCall(authorization), gas: readGasMax }
  return BigInt(await call(chain, request, 'latest')) === 1n
}

/**
 * Finds which of these accounts have code. First asks for all in one call, because usually none
 * has; if one does, asks for each.
 */
export async function readContracts(
  chain: ChainPort,
  accounts: readonly Hex[],
): Promise<ReadonlySet<Hex>> {
  const data = codeProgram(accounts)
  const sizes = await chain.request({ method: 'eth_call', params: [{ data }, 'latest'] })
  if (BigInt(sizes as Hex) === 0n) return new Set()
  const codes = await Promise.all(
    accounts.map((account) =>
      chain.request({ method: 'eth_getCode', params: [account, 'latest'] }),
    ),
  )
  return new Set(accounts.filter((_, place) => codes[place] !== '0x'))
}

/**
 * Asks a wallet contract whether it accepts a signature, by ERC-1271. A contract that reverts does
 * not accept it.
 */
export async function readWalletAnswer(
  chain: ChainPort,
  ...[address, digest, signature]: [Hex, Hex, Hex]
): Promise<boolean> {
  const request = {
    ...walletCall(address, digest, signature),
    gas: walletGasMax,
  }
  try {
    return isAcceptedByWallet(await call(chain, request, 'latest'))
  } catch (error) {
    if (isRevert(error)) return false
    throw error
  }
}

/**
 * Reads an authorization from the chain: the state of its nonce, then the log that used it, newest
 * blocks first. Anyone who saw an authorization may submit it, so the transaction may be a third
 * party's.
 */
export async function findSettlement(
  chain: ChainPort,
  authorization: Authorization,
): Promise<FoundSettlement> {
  // Read the time before the nonce: a nonce unused after the end of the window stays unused.
  const asOfSeconds = await knownSeconds(chain, authorization)
  if (!(await readAuthorizationState(chain, authorization)))
    return { outcome: 'unused', asOfSeconds }
  const latest = Number(await chain.request({ method: 'eth_blockNumber' }))
  for (const toBlock of windowEnds(latest, authorization, asOfSeconds)) {
    const log = await readSpendingLog(chain, authorization, toBlock)
    if (!log) continue
    const transaction = log.transactionHash as Hex
    const receipt = await readReceipt(chain, transaction)
    if (!receipt) return { outcome: 'unknown' }
    const logIndex = transferLogIndex(receipt.logs, authorization)
    if (logIndex !== undefined) return { outcome: 'settled', transaction, logIndex }
    // If the receipt lacks the log that led to it, the node contradicts itself and proves nothing.
    const holdsLog = receipt.logs.some((each) => each.logIndex === log.logIndex)
    if (!holdsLog) return { outcome: 'unknown' }
    return {
      outcome: 'void',
      asOfSeconds,
      transaction,
      ...defined({ isCanceled: isCancellation(log) || undefined }),
    }
  }
  return { outcome: 'unknown' }
}

/**
 * The last blocks of the search windows: one day back and, for an authorization that expired
 * earlier, around its expiry, because it moved its money by then or never.
 */
function windowEnds(
  latest: number,
  { validBefore }: Authorization,
  asOfSeconds: bigint,
): readonly number[] {
  const newest = Array.from(
    { length: logWindowsMax },
    (_, window) => latest - window * logWindowBlocks,
  )
  const half = logWindowBlocks / 2
  const behind = Number((asOfSeconds - validBefore) / blockSeconds)
  const expired = latest - behind + half
  const isCovered = behind < logWindowsMax * logWindowBlocks - half
  const older = isCovered ? [] : [expired, expired - logWindowBlocks]
  return [...newest, ...older].filter((toBlock) => toBlock >= 0)
}

/** Maximum lag between nodes of one provider, and the deepest reorganisation. */
const unsettledBlocks = 30
const unsettledSeconds = blockSeconds * BigInt(unsettledBlocks)

/**
 * The time that the chain has certainly passed, on every node and in every branch. After a halt of
 * the chain, few blocks are many seconds: the end of an authorization must lie deep in both.
 */
async function knownSeconds(chain: ChainPort, { validBefore }: Authorization): Promise<bigint> {
  if (chain.seconds) return chain.seconds()
  const { number, timestamp } = await readBlock(chain, 'latest')
  const seconds = BigInt(timestamp) - unsettledSeconds
  if (seconds < validBefore) return seconds
  const deep = await readBlock(chain, quantityOf(Math.max(0, Number(number) - unsettledBlocks)))
  return BigInt(deep.timestamp) < seconds ? BigInt(deep.timestamp) : seconds
}

type Block = Record<'number' | 'timestamp', Hex>

function readBlock(node: ChainPort, block: 'latest' | Hex): Promise<Block> {
  return node.request({ method: 'eth_getBlockByNumber', params: [block, false] }) as Promise<Block>
}

/** The receipt of a mined transaction; `undefined` while it is not mined. */
export async function readReceipt(chain: ChainPort, hash: Hex): Promise<Receipt | undefined> {
  const receipt = await chain.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  return (receipt as Receipt | null) ?? undefined
}

/**
 * Calls a contract without a transaction. Each call has a limit on its gas, because it may reach
 * the code of a payer: without one, nodes execute 16 million gas and more.
 *
 * @returns The bytes that the call returns.
 * @throws The revert, see {@link isRevert}.
 */
export async function call(
  chain: ChainPort,
  { gas, ...request }: ContractCall & { from?: Hex; gas: number },
  block: 'latest' | 'pending' | Hex,
): Promise<Hex> {
  const limited = { ...request, gas: quantityOf(gas) }
  return (await chain.request({ method: 'eth_call', params: [limited, block] })) as Hex
}

/**
 * Whether the contract refused the call or used up its gas. Otherwise the node was unreachable, or
 * refused the call itself.
 */
export function isRevert(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return code === 3 || (typeof code === 'number' && /revert|out of gas/i.test(error.message))
}

/** Whether the node answered with an error. Otherwise it was unreachable. */
export function isRefusal(error: unknown): boolean {
  return typeof (error as { code?: unknown } | undefined)?.code === 'number'
}

async function readSpendingLog(
  chain: ChainPort,
  authorization: Authorization,
  toBlock: number,
): Promise<RpcLog | undefined> {
  const fromBlock = Math.max(0, toBlock - logWindowBlocks + 1)
  const filter = {
    address: usdcOnBase.asset,
    topics: spendingTopics(authorization),
    fromBlock: quantityOf(fromBlock),
    toBlock: quantityOf(toBlock),
  }
  const logs = await chain.request({ method: 'eth_getLogs', params: [filter] })
  return (logs as RpcLog[])[0]
}

/**
 * Checks the signature of a wallet contract by ERC-1271. Without a node the result is always false.
 */
export function walletSignatureCheckOf({
  chain,
}: {
  chain: ChainPort | undefined
}): (wallet: Hex, digest: Hex, signature: Hex) => Promise<boolean> {
  return async (...question) => chain !== undefined && readWalletAnswer(chain, ...question)
}

/** Selector of `balanceOf(address)`. */
const balanceOf = '0x70a08231'

/** Reads the USDC balance of an address in atomic units. */
export async function readBalance(chain: ChainPort, holder: Hex): Promise<bigint> {
  const data = `${balanceOf}${holder.slice(2).padStart(64, '0')}`
  const call = { to: usdcOnBase.asset, data }
  return BigInt((await chain.request({ method: 'eth_call', params: [call, 'latest'] })) as Hex)
}
