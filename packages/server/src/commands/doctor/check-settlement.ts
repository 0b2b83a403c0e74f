import { FiqError } from '@fiq/shared/errors'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { ServerConfig } from '../../config/config.ts'
import { readClockSkew, skewSecondsMax } from '../../observability/clock-skew.ts'
import type { ChainPort } from '../../settlement/chain/chain-reads.ts'
import { checkChain } from '../../settlement/chain/check-chain.ts'
import { createRemoteFacilitator, withoutNode } from '../../settlement/remote/remote.ts'
import { openLocalFacilitator } from '../../settlement/settle/local.ts'
import { createSettlerBalance } from '../../settlement/settle/settler-balance.ts'
import { readSettlerKey } from '../../settlement/settle/settler-key.ts'
import { curve } from '../../settlement/signature/curve.ts'
import { type Check, failed, ok, skipped, warning } from './finding.ts'

/** Seconds between this clock and the newest block, before they are too many. */
const skewWarnSeconds = 10
/** The chain and the domain that payers sign: name, version and domain of the token. */
export function checkConstants(chain: ChainPort | undefined): Check {
  return async () => {
    if (!chain) return noNode()
    await checkChain(chain)
    const { network, domain } = usdcOnBase
    const token = `"${domain.name}" version ${domain.version}`
    return ok(`${network}, token ${token}, DOMAIN_SEPARATOR: the chain says what we have`)
  }
}

/** Payments are valid from one second to another: a clock that is wrong refuses good ones. */
export function checkClock(chain: ChainPort | undefined, nowMs: () => number): Check {
  return async () => {
    if (!chain) return noNode()
    const skew = await readClockSkew(chain, nowMs)
    const says = `This clock is ${Math.abs(skew)} s ${skew < 0 ? 'behind' : 'ahead of'} the newest block.`
    if (Math.abs(skew) > skewSecondsMax)
      return failed(says, 'Set the clock (timedatectl set-ntp true), or name a node in step.')
    if (Math.abs(skew) > skewWarnSeconds)
      return warning(says, 'See that the clock is kept (NTP), and that the node keeps up.')
    return ok(says)
  }
}

/** The signer of each payment is recovered: with WebAssembly that takes several times as long. */
export const checkSignatures: Check = async () =>
  curve.backend === 'native'
    ? ok('Signers are recovered by native code.')
    : warning(
        'Signers are recovered by WebAssembly, 0.3 ms each instead of 0.06.',
        'Nothing is wrong. For hundreds of payments a second, run it on linux-x64 or darwin-arm64.',
      )

/** The key can be read by us alone, and can pay for gas. */
export function checkSettler(
  file: string | undefined,
  chain: ChainPort | undefined,
  gasAlarm: number,
): Check {
  return async () => {
    if (file === undefined)
      return failed('--settler-key-file is needed to settle.', 'Name it, or another facilitator.')
    const signer = readSettlerKey(file)
    if (!chain) return noNode()
    const { address } = signer
    const { readCost } = openLocalFacilitator({ ...chain, signer })
    const balance = createSettlerBalance({ chain, address, readCost, alarmSettlements: gasAlarm })
    const { wei, settlements, state } = await balance.look()
    const says = `${address} holds ${wei} wei for gas: ${settlements} settlements at the fee of now.`
    return state === 'ok' ? ok(says) : warning(says, `Send ETH on Base to ${address}.`)
  }
}

export function checkRemote(
  url: string,
  chain: ChainPort | undefined,
  { maxTimeoutSeconds, nowMs }: { maxTimeoutSeconds: number; nowMs(): number },
): Check {
  return async () => {
    const remote = await createRemoteFacilitator({ url, maxTimeoutSeconds, nowMs })
    const { kinds } = await remote.supported()
    const settles = `settles exact payments on ${usdcOnBase.network}`
    if (kinds.length > 0)
      return chain ? ok(settles) : warning(`${settles}; ${withoutNode.says}`, withoutNode.remedy)
    throw new FiqError('CONFIGURATION_INVALID', 'It does not settle what we take.', {
      remedy: 'Name another with --facilitator or FIQ_FACILITATOR.',
    })
  }
}

/** With real money, a payee is required. */
export function checkPayTo({ facilitator, payTo }: ServerConfig): Check {
  return async () => {
    if (facilitator.mode === 'devnet') return skipped('play money on the embedded chain')
    if (payTo !== undefined) return ok(payTo)
    return failed('--pay-to is needed where real money is settled.', 'Name the address to pay.')
  }
}

const noNode = () => skipped('no node is named: --rpc-url')
