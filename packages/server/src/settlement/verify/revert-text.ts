import type { Hex } from '@fiq/shared/payment/wire'
import { decodeErrorResult, parseAbi } from 'viem'

const abi = parseAbi(['error Error(string reason)'])

/** The text of a `require` in the return bytes of a failed call; `undefined` for other bytes. */
export function revertText(data: Hex | undefined): string | undefined {
  if (!data?.startsWith('0x08c379a0')) return undefined
  try {
    return decodeErrorResult({ abi, data }).args[0]
  } catch {
    return undefined
  }
}
