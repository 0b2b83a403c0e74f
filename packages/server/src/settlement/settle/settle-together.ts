import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import { revertReason } from '@fiq/shared/payment/revert-reason'
import type { Hex } from '@fiq/shared/payment/wire'
import { inBatches } from '../../scheduling/in-batches.ts'
import {
  type ChainPort,
  call,
  isRefusal,
  isRevert,
  type Receipt,
  readContracts,
} from '../chain/chain-reads.ts'
import { costOf, gasOf } from '../chain/gas-limits.ts'
import { readTransfers } from '../chain/settlement-log.ts'
import { batchCall, batchResults, type ContractCall, transferCall } from '../chain/token-calls.ts'
import type { Settlement, SettleOptions } from '../facilitator.ts'
import type { PayerTrust } from '../verify/payer-trust.ts'
import { feeMaxFor, type GasTerms } from './gas-terms.ts'
import { settlementOfRevert, unknown, unsent } from './settlement-of-revert.ts'
import type { OfferedTransaction, TransactionSender } from './transaction-sender.ts'

export type PendingTransfer = SettleOptions & { signed: SignedAuthorization }
export type SettlementPorts = {
  chain: ChainPort
  sender: TransactionSender
  trust: PayerTrust
  /** Present if gas costs money. */
  gasTerms?: GasTerms | undefined
}

/**
 * Refused payments looked up at once: each may need several requests, and the other payments of the
 * batch wait for them.
 */
const revertsAtOnce = 20

/** `error`: the caller's `onBroadcast` threw, and nothing was sent. */
export type SettlementOrError = Settlement | { error: unknown }

/**
 * Settles payments in one transaction, in the given order, and returns the outcome of each.
 *
 * First simulates the payments, so that an empty wallet costs us no gas: one round trip for all of
 * them, or none if each payer has a trusted attempt. Then signs one transaction, reserves its gas,
 * passes its hash to the callers, and only then sends it.
 */
export async function settleTogether(
  payments: PendingTransfer[],
  ports: SettlementPorts,
): Promise<SettlementOrError[]> {
  if (payments.some(({ sent }) => sent !== undefined)) ports.sender.recount()
  const failing = await ports.gasTerms?.ceiling?.failingPayers()
  const isFailing = ({ signed }: PendingTransfer) =>
    failing?.has(signed.authorization.from.toLowerCase()) ?? false
  const others = payments.filter((each) => !isFailing(each))
  const proofs = await prove(others, ports)
  const outcomes = payments.map((each) => (isFailing(each) ? unsent(each) : proofs.shift()!))
  const sendable = payments.filter((_, place) => outcomes[place] === 'sendable')
  const alone = payments.filter((_, place) => outcomes[place] === 'alone')
  const sent = sendable.length > 0 ? await send(sendable, ports) : []
  const sentAlone = await settleSeparately(alone, ports)
  return outcomes.map((outcome) => {
    if (outcome === 'sendable') return sent.shift()!
    return outcome === 'alone' ? sentAlone.shift()! : outcome
  })
}

/** `alone`: its payer has code, which may use up the gas of other payments in the transaction. */
type Proof = Settlement | 'sendable' | 'alone'

/**
 * Separates payments that are certain to fail from those that can share a transaction. A signature
 * by a key does not prove that the account has no code: an account may have both, and the token
 * calls the code. That code may use up all gas of the simulation, so the other payments are
 * simulated again without it.
 */
async function prove(payments: PendingTransfer[], ports: SettlementPorts): Promise<Proof[]> {
  const payers = payments.map(({ signed }) => signed.authorization.from)
  const isOnly = (payer: Hex) => payers.indexOf(payer) === payers.lastIndexOf(payer)
  const simulated = payments.filter(
    ({ signed }) => !(isOnly(signed.authorization.from) && ports.trust.take(signed)),
  )
  const [tried, contracts] = await Promise.all([
    simulate(simulated, ports),
    payments.length > 1 ? readContracts(ports.chain, payers).catch(() => undefined) : noContracts,
  ])
  const hasCode = ({ signed }: PendingTransfer) =>
    contracts?.has(signed.authorization.from) ?? false
  const plain = simulated.filter((payment) => !hasCode(payment))
  const outcomes = plain.length < simulated.length ? await simulate(plain, ports) : tried
  return payments.map((payment) => {
    if (!contracts) return unknown('The node of the chain did not answer.')
    if (hasCode(payment)) return 'alone'
    return plain.includes(payment) ? outcomes[plain.indexOf(payment)]! : 'sendable'
  })
}

const noContracts: ReadonlySet<Hex> = new Set()

/** Simulates payments in a call that changes nothing. */
async function simulate(
  payments: PendingTransfer[],
  ports: SettlementPorts,
): Promise<(Settlement | 'sendable')[]> {
  if (payments.length === 0) return []
  const { chain, sender } = ports
  const transaction = { ...callOf(payments), from: sender.address, gas: gasOf(payments) }
  try {
    const answer = await call(chain, transaction, 'pending')
    if (payments.length === 1) return ['sendable']
    const results = batchResults(answer)
    return await inBatches(
      payments,
      revertsAtOnce,
      async (payment): Promise<Settlement | 'sendable'> => {
        const result = results[payments.indexOf(payment)]
        if (result?.success) return 'sendable'
        return settlementOfRevert(chain, payment, revertReason(result?.returnData))
      },
    )
  } catch (error) {
    if (payments.length === 1 && isRevert(error))
      return [await settlementOfRevert(chain, payments[0]!, error.message)]
    // The batch call itself never reverts: the node has not enough gas for all of it.
    if (payments.length > 1 && isRefusal(error))
      return inHalves(payments, (half) => simulate(half, ports))
    return payments.map(() => unknown('The node of the chain did not answer.'))
  }
}

async function send(
  payments: PendingTransfer[],
  ports: SettlementPorts,
): Promise<SettlementOrError[]> {
  let refusedByCaller: unknown
  let isOverCeiling = false
  let reserved: Hex | undefined
  const gas = gasOf(payments)
  const { gasTerms } = ports
  const signed = payments.map((payment) => payment.signed)
  const dataFee = (await gasTerms?.readDataFee?.()) ?? 0n
  const feeMax = gasTerms && feeMaxFor(signed, gasTerms, dataFee)
  const ceiling = gasTerms?.ceiling
  const beforeSend = async ({ hash, fee, replaces }: OfferedTransaction) => {
    const wei = BigInt(gas) * fee + dataFee * BigInt(signed.length)
    try {
      isOverCeiling = (await ceiling?.reserve(hash, wei, replaces)) === false
      if (isOverCeiling) throw new Error('The gas limit of this hour is reached.')
      reserved = hash
      await Promise.all(payments.map(({ onBroadcast }) => onBroadcast(hash)))
    } catch (error) {
      if (!isOverCeiling) refusedByCaller = error
      // The gas of a replacement stays reserved, because the earlier version may be mined.
      if (reserved === hash && !replaces) await ceiling?.spent(hash, 0n)
      throw error
    }
  }
  const result = await ports.sender.send(callOf(payments), gas, beforeSend, feeMax)
  if (result.outcome === 'not-sent') {
    const isRefused = isOverCeiling || refusedByCaller !== undefined
    if (isRefused && payments.length > 1) return settleSeparately(payments, ports)
    return refusedByCaller === undefined
      ? payments.map(() => unknown(result.message))
      : [{ error: refusedByCaller }]
  }
  if (result.outcome === 'unknown') {
    const { message, transaction: sent } = result
    // The node refuses the batch as it is, e.g. because of its gas. The next transaction takes its
    // count, so at most one of both is mined.
    if (result.isRefused && payments.length > 1 && !/insufficient funds/i.test(message))
      return inHalves(
        payments.map((payment) => ({ ...payment, sent })),
        (half) => settleTogether(half, ports),
      )
    return payments.map(() => unknown(message, sent))
  }

  const { receipt } = result
  await ceiling?.spent(receipt.transactionHash, costOf(receipt), reserved)
  // A batch fails as a whole only if it runs out of gas; then none of its payments moved.
  const sent = receipt.transactionHash
  if (receipt.status !== '0x1' && payments.length > 1)
    return settleSeparately(
      payments.map((payment) => ({ ...payment, sent })),
      ports,
    )
  const logIndexOf = readTransfers(receipt.logs)
  const settlements: Settlement[] = []
  for (const { signed } of payments) {
    const logIndex = logIndexOf(signed.authorization)
    if (logIndex === undefined) {
      const settlement = await settlementOfFailure(ports, signed, receipt)
      // A payer with code is always alone. The others fail only if their wallet changed in between.
      // Anybody can submit a payment before us, which then fails here and has settled.
      if (payments.length === 1 && settlement.outcome !== 'settled')
        await ceiling?.failed(sent, signed.authorization.from)
      settlements.push(settlement)
    } else {
      ports.trust.earn(signed)
      settlements.push({ outcome: 'settled', transaction: sent, logIndex })
    }
  }
  return settlements
}

/** Tries the first half of a batch that is too large for the node, and then the second. */
async function inHalves<outcome>(
  payments: PendingTransfer[],
  work: (half: PendingTransfer[]) => Promise<outcome[]>,
): Promise<outcome[]> {
  const middle = payments.length >> 1
  const first = await work(payments.slice(0, middle))
  return [...first, ...(await work(payments.slice(middle)))]
}

/** Sends each payment in its own transaction, after the batch failed. */
async function settleSeparately(
  payments: PendingTransfer[],
  ports: SettlementPorts,
): Promise<SettlementOrError[]> {
  const settlements: SettlementOrError[] = []
  for (const payment of payments) settlements.push(...(await settleTogether([payment], ports)))
  return settlements
}

/**
 * Why a payment did not move in a mined transaction: repeats the same call to get the error. The
 * call is made on the block of that transaction, because a node that does not know the block yet
 * may also not know that an earlier transaction moved the money.
 */
async function settlementOfFailure(
  { chain, sender }: SettlementPorts,
  signed: SignedAuthorization,
  { blockNumber, transactionHash: sent }: Receipt,
): Promise<Settlement> {
  try {
    const repeated = { ...transferCall(signed), from: sender.address, gas: gasOf([{ signed }]) }
    await call(chain, repeated, blockNumber ?? 'latest')
    return settlementOfRevert(chain, { signed, sent }, undefined)
  } catch (error) {
    if (!isRevert(error)) return unknown('The node of the chain did not answer.')
    return settlementOfRevert(chain, { signed, sent }, error.message)
  }
}

function callOf(payments: PendingTransfer[]): ContractCall {
  const calls = payments.map(({ signed }) => transferCall(signed))
  return calls.length === 1 ? calls[0]! : batchCall(calls)
}
