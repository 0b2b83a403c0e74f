import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { ServerConfig } from '../../config/config.ts'
import { readClockSkew, skewSecondsMax } from '../../observability/clock-skew.ts'
import type { ChainPort } from '../../settlement/chain/chain-reads.ts'
import { checkChain } from '../../settlement/chain/check-chain.ts'
import {
  checkSupported,
  createRemoteFacilitator,
  withoutNode,
} from '../../settlement/remote/remote.ts'
import { openLocalFacilitator } from '../../settlement/settle/local.ts'
import { createSettlerBalance } from '../../settlement/settle/settler-balance.ts'
import { readSettlerKey } from '../../settlement/settle/settler-key.ts'
import { curve } from '../../settlement/signature/curve.ts'
import { type Check, failed, ok, skipped, warning } from './finding.ts'

/** Seconds between this clock and the newest block, from which the check warns. */
const skewWarnSeconds = 10
/** Checks the chain and the domain that payers sign: name, version and domain of the token. */
export function checkConstants(chain: ChainPort | undefined): Check {
  return async () => {
    if (!chain) return noNode()
    await checkChain(chain)
    const { network, domain } = usdcOnBase
    const token = `"${domain.name}" version ${domain.version}`
    return ok(`${network}, token ${token}, DOMAIN_SEPARATOR: the chain confirms our values`)
  }
}

/** Checks the clock. Payments are valid for a time range, so a wrong clock refuses valid ones. */
export function checkClock(chain: ChainPort | undefined, nowMs: () => number): Check {
  return async () => {
    if (!chain) return noNode()
    const skew = await readClockSkew(chain, nowMs)
    const says = `This clock is ${Math.abs(skew)} s ${skew < 0 ? 'behind' : 'ahead of'} the newest block.`
    if (Math.abs(skew) > skewSecondsMax)
      return failed(
        says,
        'Set the clock (timedatectl set-ntp true), or name a node that is in sync.',
      )
    if (Math.abs(skew) > skewWarnSeconds)
      return warning(
        says,
        'Synchronise the clock (NTP), and check that the node follows the chain.',
      )
    return ok(says)
  }
}

/**
 * Checks for native signature recovery, which every payment needs. WebAssembly takes several times
 * as long.
 */
export const checkSignatures: Check = async () =>
  curve.backend === 'native'
    ? ok('Native code verifies signatures.')
    : warning(
        'WebAssembly verifies signatures: 0.3 ms each, instead of 0.06 ms with native code.',
        'This is no fault. For hundreds of payments a second, run the server on linux-x64 or darwin-arm64.',
      )

/** Checks that only this user can read the key, and that it can pay for gas. */
export function checkSettler(
  file: string | undefined,
  chain: ChainPort | undefined,
  gasAlarm: number,
): Check {
  return async () => {
    if (file === undefined)
      return failed(
        '--settler-key-file is needed to settle.',
        'Set it, or choose another facilitator.',
      )
    const signer = readSettlerKey(file)
    if (!chain) return noNode()
    const { address } = signer
    const { readCost } = openLocalFacilitator({ ...chain, signer })
    const balance = createSettlerBalance({ chain, address, readCost, alarmSettlements: gasAlarm })
    const { wei, settlements, state } = await balance.look()
    const says = `${address} holds ${wei} wei for gas: ${settlements} settlements at the current fee.`
    return state === 'ok' ? ok(says) : warning(says, `Send ETH on Base to ${address}.`)
  }
}

/** Checks that a remote facilitator answers and settles the payments of this server. */
export function checkRemote(
  url: string,
  chain: ChainPort | undefined,
  { maxTimeoutSeconds, nowMs }: { maxTimeoutSeconds: number; nowMs(): number },
): Check {
  return async () => {
    const remote = await createRemoteFacilitator({ url, maxTimeoutSeconds, nowMs })
    await checkSupported(remote)
    const settles = `settles exact payments on ${usdcOnBase.network}`
    return chain ? ok(settles) : warning(`${settles}; ${withoutNode.says}`, withoutNode.remedy)
  }
}

/** Checks that a payee is set if real money is used. */
export function checkPayTo({ facilitator, payTo }: ServerConfig): Check {
  return async () => {
    if (facilitator.mode === 'devnet') return skipped('play money on the embedded chain')
    if (payTo !== undefined) return ok(payTo)
    return failed(
      '--pay-to is required to settle real money.',
      'Set the address that receives payments.',
    )
  }
}

const noNode = () => skipped('no node is set: --rpc-url')
