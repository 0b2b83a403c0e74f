import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import type { ChainPort } from './chain-reads.ts'

/** Selector of `balanceOf(address)`. */
const balanceOf = '0x70a08231'

/** Reads the USDC balance of an address in atomic units. */
export async function readBalance(chain: ChainPort, holder: Hex): Promise<bigint> {
  const data = `${balanceOf}${holder.slice(2).padStart(64, '0')}`
  const call = { to: usdcOnBase.asset, data }
  return BigInt((await chain.request({ method: 'eth_call', params: [call, 'latest'] })) as Hex)
}
