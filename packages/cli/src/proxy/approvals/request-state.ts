import { createHmac, timingSafeEqual } from 'node:crypto'
import { isObject, jsonOf } from '@fiq/shared/json'
import { RpcError, rpcCodes } from '@fiq/shared/mcp/json-rpc'
import type { Database } from '../../payment/journal/open-database.ts'
import { type Approval, type Approvals, approvedMs } from './approvals.ts'

/**
 * The state that a client returns with a reply of its window: the approval that it showed, and the
 * number of rounds.
 */
export type RequestState = { approval: Approval; round: number }

/** Texts that carry a {@link RequestState} through a client, which cannot change them. */
export type RequestStates = {
  /** Creates a text that the client returns unchanged. */
  mint(state: RequestState): string
  /**
   * @throws RpcError for a text that this installation did not create for this client, or that
   * expired.
   */
  read(text: unknown, client: string): RequestState
}

/**
 * Binds the reply of a window to the quote that it showed: client, request, amount and payee. The
 * approval itself ensures that it is used once.
 */
export function createRequestStates(
  database: Database,
  approvals: Pick<Approvals, 'read'>,
  now: () => number,
): RequestStates {
  const macOf = ({ id, client, request, amount, payTo }: Approval, body: string) =>
    createHmac('sha256', database.row('SELECT key FROM installation')!['key'] as Uint8Array)
      .update(JSON.stringify([id, client, request, String(amount), payTo, body]))
      .digest()
  return {
    mint({ approval, round }) {
      const terms = { id: approval.id, round, until: approval.until + approvedMs }
      const body = Buffer.from(JSON.stringify(terms)).toString('base64url')
      return `v1.${body}.${macOf(approval, body).toString('base64url')}`
    },
    read(text, client) {
      const [version, body = '', mac = '', ...rest] = (typeof text === 'string' ? text : '').split(
        '.',
      )
      const terms = version === 'v1' && rest.length === 0 ? termsIn(body) : undefined
      const approval = terms && approvals.read(terms.id)
      if (!approval || approval.client !== client) throw foreignState()
      const received = Buffer.from(mac, 'base64url')
      const expected = macOf(approval, body)
      if (received.length !== expected.length || !timingSafeEqual(received, expected))
        throw foreignState()
      if (now() >= terms.until) throw foreignState()
      return { approval, round: terms.round }
    },
  }
}

/** The error for a state of another client, request or installation, or an expired one. */
export function foreignState(): RpcError {
  return new RpcError(
    rpcCodes.invalidParams,
    'requestState does not belong to this call, or is too old. Send the call without it.',
  )
}

function termsIn(body: string): { id: string; round: number; until: number } | undefined {
  const terms = jsonOf(Buffer.from(body, 'base64url').toString())
  if (!isObject(terms)) return undefined
  const { id, round, until } = terms
  if (typeof id !== 'string' || typeof round !== 'number' || typeof until !== 'number')
    return undefined
  return { id, round, until }
}
