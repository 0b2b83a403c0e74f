import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import type { Hex } from '@fiq/shared/payment/wire'
import { type ChainPort, call, findSettlement, isRevert } from './chain-reads.ts'
import type { Settlement, SettleOptions } from './facilitator.ts'
import { refusalOf, refusalOfRevert } from './refusal-reason.ts'
import { revertText } from './revert-text.ts'
import { transferLogIndex } from './settlement-log.ts'
import { batchCall, batchResults, type ContractCall, transferCall } from './token-calls.ts'
import type { TransactionSender } from './transaction-sender.ts'

export type Payment = {
  signed: SignedAuthorization
  onBroadcast: SettleOptions['onBroadcast']
}
export type SettlementPorts = { chain: ChainPort; sender: TransactionSender }

/** `error`: the caller's `onBroadcast` threw, and nothing was sent. */
export type SettlementOrError = Settlement | { error: unknown }

const gasOfKeyPayment = 200_000
const gasOfWalletPayment = 1_000_000
const gasOfBatch = 60_000

/**
 * Settles payments in one transaction, in the order given, and says for each how it ended.
 *
 * First all are tried in a call that changes nothing: what fails there is never sent, so nobody
 * makes us pay gas with an empty wallet. Then one transaction is signed, its hash given to the
 * callers, and only then sent.
 */
export async function settleTogether(
  payments: Payment[],
  ports: SettlementPorts,
): Promise<SettlementOrError[]> {
  const outcomes = await simulate(payments, ports)
  const sendable = payments.filter((_, place) => outcomes[place] === 'sendable')
  const sent = sendable.length > 0 ? await send(sendable, ports) : []
  return outcomes.map((outcome) => (outcome === 'sendable' ? sent.shift()! : outcome))
}

async function simulate(
  payments: Payment[],
  { chain, sender }: SettlementPorts,
): Promise<(Settlement | 'sendable')[]> {
  const asked = { ...callOf(payments), from: sender.address, gas: hexOf(gasOf(payments)) }
  try {
    const answer = await call(chain, asked, 'pending')
    if (payments.length === 1) return ['sendable']
    const results = batchResults(answer)
    const outcomes: (Settlement | 'sendable')[] = []
    for (const [place, { signed }] of payments.entries()) {
      const result = results[place]
      if (result?.success) outcomes.push('sendable')
      else outcomes.push(await settlementOfRevert(chain, signed, revertText(result?.returnData)))
    }
    return outcomes
  } catch (error) {
    const [payment, ...others] = payments
    if (others.length === 0 && isRevert(error))
      return [await settlementOfRevert(chain, payment!.signed, error.message)]
    return payments.map(() => unknown('The chain could not be asked.'))
  }
}

async function send(payments: Payment[], ports: SettlementPorts): Promise<SettlementOrError[]> {
  let refusedByCaller: unknown
  const result = await ports.sender.send(callOf(payments), gasOf(payments), async (hash) => {
    try {
      await Promise.all(payments.map(({ onBroadcast }) => onBroadcast(hash)))
    } catch (error) {
      refusedByCaller = error
      throw error
    }
  })
  if (result.outcome === 'not-sent') {
    if (refusedByCaller === undefined) return payments.map(() => unknown(result.message))
    return payments.length === 1 ? [{ error: refusedByCaller }] : apart(payments, ports)
  }
  if (result.outcome === 'unknown')
    return payments.map(() => unknown(result.message, result.transaction))

  const { receipt } = result
  // A batch fails as a whole only for want of gas; none of its payments moved.
  if (receipt.status !== '0x1' && payments.length > 1) return apart(payments, ports)
  const settlements: Settlement[] = []
  for (const { signed } of payments) {
    const logIndex = transferLogIndex(receipt.logs, signed.authorization)
    if (logIndex === undefined) settlements.push(await settlementOfFailure(ports, signed))
    else settlements.push({ outcome: 'settled', transaction: receipt.transactionHash, logIndex })
  }
  return settlements
}

/** One transaction each, when together did not work. */
async function apart(payments: Payment[], ports: SettlementPorts): Promise<SettlementOrError[]> {
  const settlements: SettlementOrError[] = []
  for (const payment of payments) settlements.push(...(await settleTogether([payment], ports)))
  return settlements
}

/** Why a payment did not move in a mined transaction: the same call made again says so. */
async function settlementOfFailure(
  { chain, sender }: SettlementPorts,
  signed: SignedAuthorization,
): Promise<Settlement> {
  try {
    await call(chain, { ...transferCall(signed), from: sender.address }, 'pending')
    return { outcome: 'refused', ...refusalOf('invalid_exact_evm_transaction_failed') }
  } catch (error) {
    if (!isRevert(error)) return unknown('The chain could not be asked.')
    return settlementOfRevert(chain, signed, error.message)
  }
}

/**
 * What it means that the token refuses a payment now. A used nonce may well have been used by this
 * very payment, which somebody else submitted: then it is settled.
 */
async function settlementOfRevert(
  chain: ChainPort,
  { authorization }: SignedAuthorization,
  text: string | undefined,
): Promise<Settlement> {
  const refused: Settlement = { outcome: 'refused', ...refusalOfRevert(text) }
  if (refused.reason !== 'invalid_exact_evm_nonce_already_used') return refused
  try {
    const found = await findSettlement(chain, authorization)
    if (found.outcome === 'settled') return found
    if (found.outcome === 'void') return refused
  } catch {
    return unknown('The chain could not be asked who used the nonce.')
  }
  return unknown('The nonce is used, by a transaction that is not to be found yet.')
}

function callOf(payments: Payment[]): ContractCall {
  const calls = payments.map(({ signed }) => transferCall(signed))
  return calls.length === 1 ? calls[0]! : batchCall(calls)
}

/** Proven sufficient by the simulation, which gets the same. What is not used is not paid. */
function gasOf(payments: Payment[]): number {
  if (payments.length > 1) return gasOfBatch + payments.length * gasOfKeyPayment
  return payments[0]!.signed.signature.length === 132 ? gasOfKeyPayment : gasOfWalletPayment
}

function unknown(message: string, transaction?: Hex): Settlement {
  return { outcome: 'unknown', message, ...(transaction === undefined ? {} : { transaction }) }
}

function hexOf(number: number): Hex {
  return `0x${number.toString(16)}`
}
