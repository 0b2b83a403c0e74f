import type { Hex } from '@fiq/shared/payment/wire'
import type { Logger } from 'pino'
import type { ChainPort } from '../chain/chain-reads.ts'
import type { GasHour } from './gas-ceiling.ts'

/**
 * Whether the settler's ether pays for enough settlements (`ok`), few (`low`) or none (`empty`).
 */
export type BalanceState = 'ok' | 'low' | 'empty'

export type SettlerBalance = {
  wei: bigint
  /** Settlements of one payment that it pays for at the current fee. */
  settlements: bigint
  state: BalanceState
}

export type SettlerBalancePorts = {
  chain: ChainPort
  address: Hex
  /**
   * Wei that one settlement costs at the current fee, and wei that a node requires for sending it.
   */
  readCost(): Promise<{ settlement: bigint; transaction: bigint }>
  /** The balance is low if it pays for fewer settlements. */
  alarmSettlements: number
  /** Called when the state has changed since the last check. */
  onChange?(balance: SettlerBalance): void
}

/**
 * Watches the settler's balance. The first check reports a low balance, later checks report
 * changes.
 */
export function createSettlerBalance(ports: SettlerBalancePorts): {
  look(): Promise<SettlerBalance>
} {
  const { chain, address, readCost, alarmSettlements, onChange } = ports
  let state: BalanceState = 'ok'
  return {
    async look() {
      const [wei, cost] = await Promise.all([readBalance(chain, address), readCost()])
      const balance = balanceOf(wei, cost, alarmSettlements)
      if (balance.state !== state) onChange?.(balance)
      state = balance.state
      return balance
    },
  }
}

export type BalanceLog = Partial<Pick<Logger, 'warn' | 'info'>>

/** Logs one line when the balance becomes low, empty, or sufficient again. */
export function logBalance(
  log: BalanceLog | undefined,
  { wei, settlements, state }: SettlerBalance,
): void {
  const fields = { wei: String(wei), settlements: String(settlements) }
  if (state === 'ok') log?.info?.(fields, 'the settler has enough ether again')
  else if (state === 'low') log?.warn?.(fields, "the settler's ether for gas is low")
  else log?.warn?.(fields, 'the settler has too little ether for the next transaction')
}

async function readBalance(chain: ChainPort, address: Hex): Promise<bigint> {
  const answer = await chain.request({ method: 'eth_getBalance', params: [address, 'latest'] })
  return BigInt(String(answer))
}

/** @param alarmSettlements - The balance is low if it pays for fewer settlements. */
export function balanceOf(
  wei: bigint,
  { settlement, transaction }: { settlement: bigint; transaction: bigint },
  alarmSettlements: number,
): SettlerBalance {
  const settlements = settlement > 0n ? wei / settlement : BigInt(Number.MAX_SAFE_INTEGER)
  if (wei < transaction) return { wei, settlements, state: 'empty' }
  return { wei, settlements, state: settlements < BigInt(alarmSettlements) ? 'low' : 'ok' }
}

/** The settler's balance for gas, and its spending. */
export type SettlerGas = {
  look(): Promise<SettlerBalance>
  hour(): Promise<GasHour>
}
