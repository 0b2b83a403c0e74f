import { FiqError } from '@fiq/shared/errors'
import { errorResponse, RpcError, rpcCodes } from '@fiq/shared/mcp/json-rpc'
import type { StatedError } from '../../terminal/stated-error.ts'
import { agentError, untrusted } from '../answers/agent-words.ts'
import type { RequestMoney } from '../request-money.ts'

/** The error for a message that is not JSON-RPC of a supported version: HTTP 400. */
export function notRpc(error: RpcError): FiqError {
  return new FiqError('BAD_REQUEST', error.message, { cause: error })
}

/** The refusal of a whole POST as the body of a JSON-RPC response. */
export function rpcRefusal(error: StatedError): string {
  return errorResponse(error.cause instanceof RpcError ? error.cause : rpcErrorOf(error))
}

/** The JSON-RPC error for anything that a request threw. */
export function rpcErrorFor(thrown: unknown, money: RequestMoney): RpcError {
  return thrown instanceof RpcError ? thrown : rpcErrorOf(money.state(thrown))
}

function rpcErrorOf(error: StatedError): RpcError {
  const words = agentError(error)
  return new RpcError(rpcCodes.refused, words.message, { ...words, notice: untrusted })
}
