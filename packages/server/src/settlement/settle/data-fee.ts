import { hexOf } from '@fiq/shared/payment/hex'
import { encodeFunctionData, parseAbi } from 'viem'
import { type ChainPort, call, readGasMax } from '../chain/chain-reads.ts'

/** `GasPriceOracle`, at the same address on every chain of the OP stack. */
const oracle = '0x420000000000000000000000000000000000000F'
const abi = parseAbi(['function getL1Fee(bytes) view returns (uint256)'])
/** A signed transaction of one payment has about 480 bytes; one payment in a batch has 420. */
const bytesOfPayment = 512
const storedMs = 60_000

export type DataFeePorts = {
  chain: ChainPort
  /** Assumed wei for one payment if the chain has no oracle. */
  allowance: bigint
  nowMs(): number
}

/**
 * Wei that the chain charges for publishing one payment on its settlement layer (L1). Read once a
 * minute, for bytes that do not compress, so a payment never costs more.
 */
export function createDataFee({ chain, allowance, nowMs }: DataFeePorts): () => Promise<bigint> {
  let cached: { atMs: number; fee: Promise<bigint> } | undefined
  const read = async () => {
    try {
      const answer = await call(chain, { to: oracle, data, gas: readGasMax }, 'latest')
      return answer.length === 66 ? BigInt(answer) : allowance
    } catch {
      return allowance
    }
  }
  return () => {
    if (!cached || nowMs() - cached.atMs >= storedMs) cached = { atMs: nowMs(), fee: read() }
    return cached.fee
  }
}

/** Random-looking bytes, the same in every run. */
function incompressible(length: number): Uint8Array {
  let state = 0x9e3779b9
  return Uint8Array.from({ length }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9
    return (state >>> 13) & 0xff
  })
}

const data = encodeFunctionData({
  abi,
  functionName: 'getL1Fee',
  args: [hexOf(incompressible(bytesOfPayment))],
})
