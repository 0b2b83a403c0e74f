import type { Authorization } from '@fiq/shared/payment/authorization'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { Hex } from '@fiq/shared/payment/wire'
import { encodeFunctionData, parseAbi } from 'viem'
import { type ChainPort, call, readGasMax } from '../chain/chain-reads.ts'
import { type Refusal, refusalOf, refusalOfRevert } from '../refusal-reason.ts'

const abi = parseAbi(['function isBlacklisted(address) view returns (bool)'])

/**
 * The refusal for a revert of the token. The token does not say whether payer or payee is
 * blacklisted, so the payer is queried.
 */
export async function refusalOfTokenRevert(
  chain: ChainPort,
  { from }: Pick<Authorization, 'from'>,
  text: string | undefined,
): Promise<Refusal> {
  const refusal = refusalOfRevert(text)
  if (refusal.reason !== 'invalid_exact_evm_payee_blacklisted') return refusal
  const args = [from.toLowerCase() as Hex] as const
  const blacklistCall = { to: usdcOnBase.asset, data: encodeFunctionData({ abi, args }) }
  const isPayer = await call(chain, { ...blacklistCall, gas: readGasMax }, 'latest').then(
    (answer) => BigInt(answer) === 1n,
    () => false,
  )
  return isPayer ? refusalOf('invalid_exact_evm_payer_blacklisted') : refusal
}
