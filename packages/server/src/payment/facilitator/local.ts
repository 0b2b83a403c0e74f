import { setTimeout } from 'node:timers/promises'
import { usdcOnBase } from '@fiq/shared/payment/usdc-on-base'
import type { LocalAccount } from 'viem'
import {
  type ChainPort,
  findSettlement,
  readAuthorizationState,
  readWalletAnswer,
} from './chain-reads.ts'
import type { Facilitator } from './facilitator.ts'
import { rememberKeySigned } from './remember-key-signed.ts'
import { openSettler } from './settler.ts'
import { type Fees, openTransactionSender } from './transaction-sender.ts'
import { verifyAuthorization } from './verify-authorization.ts'

export type LocalFacilitatorPorts = {
  /** EIP-1193: a node of the chain, or the embedded one. */
  request: ChainPort['request']
  /** Sends the settlements and pays their gas. Nobody else may send from it meanwhile. */
  signer: LocalAccount
  /** Passes the time until looking for a receipt again makes sense. */
  pause?: () => Promise<void>
  /** Looks for a receipt before a settlement is called unknown. */
  receiptLooksMax?: number
  fees?: () => Promise<Fees>
}

const pauseMs = 500

/**
 * Verifies and settles by itself, over any node of the chain and a key that has ether for gas.
 *
 * Left out, `pause` and `receiptLooksMax` give a settlement half a minute, fifteen blocks of Base;
 * the embedded chain mines at once and never waits. `fees` are then twice the base fee and a tip.
 */
export function openLocalFacilitator({
  request,
  signer,
  pause = () => setTimeout(pauseMs),
  receiptLooksMax = 60,
  fees = () => feesOfNewestBlock({ request }),
}: LocalFacilitatorPorts): Facilitator {
  const chain = { request }
  const sender = openTransactionSender({
    chain,
    chainId: usdcOnBase.chainId,
    account: signer,
    fees,
    pause,
    receiptLooksMax,
  })
  const isKeySigned = rememberKeySigned()
  const settler = openSettler({ chain, sender }, isKeySigned)
  return {
    verify: (payment, terms) =>
      verifyAuthorization(
        payment,
        terms,
        (...question) => readWalletAnswer(chain, ...question),
        isKeySigned,
      ),
    settle: settler.settle,
    findSettlement: (authorization) => findSettlement(chain, authorization),
    authorizationState: (from, nonce) => readAuthorizationState(chain, { from, nonce }),
    supported: async () => ({
      kinds: [{ x402Version: 2, scheme: usdcOnBase.scheme, network: usdcOnBase.network }],
      extensions: [],
      signers: { 'eip155:*': [signer.address] },
    }),
  }
}

/** A thousandth of a gwei: on Base a tip above zero is enough to be taken in order. */
const tip = 1_000_000n

/** Twice the base fee: enough for five full blocks in a row to raise it. */
async function feesOfNewestBlock(chain: ChainPort): Promise<Fees> {
  const block = await chain.request({
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  })
  const { baseFeePerGas } = block as { baseFeePerGas: string }
  return { maxFeePerGas: 2n * BigInt(baseFeePerGas) + tip, maxPriorityFeePerGas: tip }
}
