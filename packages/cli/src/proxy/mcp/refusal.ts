import { FiqError } from '@fiq/shared/errors'
import { errorResponse, RpcError, rpcCodes } from '@fiq/shared/mcp/json-rpc'
import { agentError, untrusted } from '../answers/agent-words.ts'

/** The error for a message that is not JSON-RPC of a supported version: HTTP 400. */
export function notRpc(error: RpcError): FiqError {
  return new FiqError('BAD_REQUEST', error.message, { cause: error })
}

/** The refusal of a whole POST as the body of a JSON-RPC response. */
export function rpcRefusal(error: FiqError): string {
  if (error.cause instanceof RpcError) return errorResponse(error.cause)
  const words = agentError(error)
  return errorResponse(
    new RpcError(rpcCodes.refused, words.message, { ...words, notice: untrusted }),
  )
}
