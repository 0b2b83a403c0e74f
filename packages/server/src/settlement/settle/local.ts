import { setTimeout } from 'node:timers/promises'
import { defined } from '@fiq/shared/defined'
import type { SignedAuthorization } from '@fiq/shared/payment/authorization'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { PrivateKeyAccount } from 'viem/accounts'
import { type BlockWatchPorts, createBlockWatch } from '../chain/block-watch.ts'
import {
  type ChainPort,
  findSettlement,
  readAuthorizationState,
  readBalance,
  readWalletAnswer,
} from '../chain/chain-reads.ts'
import { gasOf } from '../chain/gas-limits.ts'
import type { Facilitator } from '../facilitator.ts'
import { keySignedOnce as isKeySigned } from '../signature/remember-key-signed.ts'
import { verifyAuthorization } from '../verify/verify-authorization.ts'
import { type GasTerms, gasUsedMaxOf, waitForFee } from './gas-terms.ts'
import { openSettler, type Settler } from './settler.ts'
import type { SettlerBalancePorts } from './settler-balance.ts'
import { createTransactionSender } from './transaction-sender.ts'

export type LocalFacilitatorPorts = {
  /** EIP-1193: a node of the chain, or the embedded one. */
  request: ChainPort['request']
  /** Time of the embedded chain. */
  seconds?: ChainPort['seconds']
  /** Sends the settlements and pays their gas. No other process may send from this account. */
  signer: PrivateKeyAccount
  /** Waits until another check for a receipt makes sense. */
  pause?: () => Promise<void>
  /** Checks for a receipt before the outcome counts as unknown. */
  receiptLooksMax?: number
  /** Seconds until a transaction that is not mined is replaced by one with a higher fee. */
  replaceAfterSeconds?: number
  fees?: BlockWatchPorts['readFees']
  /** Present if gas costs money. */
  gasTerms?: GasTerms
  /** Unix milliseconds. If absent, settlements do not wait for a lower fee. */
  nowMs?: () => number
}

const pauseMs = 500
/** A typical payment, to estimate its cost. */
const keySigned = { signature: `0x${'00'.repeat(65)}` } as const

/** The facilitator of one signer. Its settler can be stopped and restarted. */
export type LocalFacilitator = Facilitator &
  Pick<Settler, 'start' | 'stop'> & { readCost: SettlerBalancePorts['readCost'] }

/**
 * Verifies and settles over any node of the chain, with a key that has ether for gas.
 *
 * By default, `pause` and `receiptLooksMax` give a settlement half a minute (fifteen blocks of
 * Base) with a higher fee every ten seconds. The embedded chain mines at once and never waits. The
 * default of `fees` is twice the base fee plus a tip.
 */
export function openLocalFacilitator({
  seconds,
  request,
  signer,
  pause = () => setTimeout(pauseMs),
  receiptLooksMax = 60,
  replaceAfterSeconds = 10,
  fees,
  gasTerms,
  nowMs = () => Number.MAX_SAFE_INTEGER,
}: LocalFacilitatorPorts): LocalFacilitator {
  const chain: ChainPort = { request, ...defined({ seconds }) }
  const watch = createBlockWatch({ chain, pause, readFees: fees })
  const sender = createTransactionSender({
    chain,
    chainId: usdcOnBase.chainId,
    account: signer,
    watch,
    pause,
    receiptLooksMax,
    replaceAfterLooks: Math.max(1, Math.round((replaceAfterSeconds * 1_000) / pauseMs)),
  })
  const readFee = async (isFresh: boolean) => {
    const { maxFeePerGas, maxPriorityFeePerGas } = await (isFresh
      ? watch.freshFees()
      : watch.fees())
    // An offer is twice the base fee plus the tip.
    return (maxFeePerGas + maxPriorityFeePerGas) / 2n
  }
  const readCost = async () => {
    const [fee, { maxFeePerGas }] = [await readFee(true), await watch.fees()]
    const dataFee = (await gasTerms?.readDataFee?.()) ?? 0n
    return {
      settlement: gasUsedMaxOf([keySigned]) * fee + dataFee,
      transaction: BigInt(gasOf([{ signed: keySigned }])) * maxFeePerGas + dataFee,
    }
  }
  const settler = openSettler({ chain, sender, gasTerms }, isKeySigned)
  return {
    verify: (payment, terms, chargeWalletCheck) =>
      verifyAuthorization(
        payment,
        terms,
        async (...question) => {
          await chargeWalletCheck?.()
          return readWalletAnswer(chain, ...question)
        },
        isKeySigned,
      ),
    ...defined({
      waitForFee: gasTerms
        ? (signed: SignedAuthorization) => waitForFee(signed, gasTerms, { readFee, pause, nowMs })
        : undefined,
    }),
    readCost,
    settle: settler.settle,
    start: settler.start,
    stop: settler.stop,
    findSettlement: ({ authorization }) => findSettlement(chain, authorization),
    authorizationState: (from, nonce) => readAuthorizationState(chain, { from, nonce }),
    balanceOf: (holder) => readBalance(chain, holder),
    supported: async () => ({
      kinds: [{ x402Version: 2, scheme: usdcOnBase.scheme, network: usdcOnBase.network }],
      extensions: [],
      signers: { 'eip155:*': [signer.address] },
    }),
  }
}
