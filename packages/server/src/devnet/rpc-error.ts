import { shortened } from '@fiq/shared/errors'
import { revertReason } from '@fiq/shared/payment/revert-reason'

/** A JSON-RPC error in the form of EIP-1193, which viem and wallets decode. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  /** Return bytes of the reverted call as `0x…` hex; absent if the error is not a revert. */
  readonly data: string | undefined

  constructor(code: number, message: string, data?: string) {
    super(shortened(message))
    this.code = code
    this.data = data
  }
}

/** An error of the embedded EVM: JSON-RPC with a non-standard `data`. */
export type EdrError = { code: number; message: string; data?: unknown }

/**
 * Converts an error of the embedded EVM to that of geth: a revert has code 3, a message
 * that begins with `execution reverted`, and the return bytes as `data`. Other errors keep their
 * code and lose their `data`, which would echo the request.
 */
export function adaptEdrError(error: EdrError): RpcError {
  const bytes = revertBytes(error.data)
  if (bytes === undefined) return new RpcError(error.code, error.message)
  const reason = revertReason(bytes)
  return new RpcError(3, reason ? `execution reverted: ${reason}` : 'execution reverted', bytes)
}

function revertBytes(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('reason' in data)) return undefined
  const bytes = (data as { data?: unknown }).data
  return typeof bytes === 'string' && bytes.startsWith('0x') ? bytes : undefined
}
