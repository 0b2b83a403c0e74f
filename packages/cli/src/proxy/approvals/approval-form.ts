import { isObject } from '@fiq/shared/mcp/json-rpc'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { sanitise } from '@fiq/shared/sanitise'
import type { Client } from '../clients/clients.ts'
import type { Approval } from './approvals.ts'

/** Parameters of MCP's `elicitation/create`: a form that a client shows its user. */
export type ApprovalForm = {
  message: string
  requestedSchema: {
    type: 'object'
    properties: Record<string, { type: 'boolean'; title: string; default: boolean }>
    required?: string[]
  }
}

/**
 * What an answer of a client's window says. A cancelled form is `undecided`; what is no answer of
 * the form is `malformed`.
 */
export type WindowAnswer = 'approved' | 'denied' | 'undecided' | 'malformed'

/** Longest line of a form, and most lines of what is asked. */
const lineMax = 200
const linesMax = 12

/**
 * Whether the user lets the window of this client decide on such a payment. A payee that was never
 * paid is introduced in a terminal only.
 */
export function mayApproveInWindow({ windowMax }: Client, { amount, quote }: Approval): boolean {
  return windowMax !== undefined && amount <= windowMax && !quote.isNewPayee
}

/** Asks for the approval itself: all of what will be signed, and what it buys. */
export function approvalForm(approval: Approval): ApprovalForm {
  const { amount, payTo, quote } = approval
  const asked = quote.asked ?? (quote.label === undefined ? [] : [quote.label])
  const money = quote.play ? 'play USDC' : 'USDC'
  const lines = [
    `Pay ${formatUsdc(amount)} ${money} to ${payTo} (${quote.payee}) at ${quote.origin} for:`,
    ...asked.slice(0, linesMax),
    ...(asked.length > linesMax ? [`and ${asked.length - linesMax} more lines`] : []),
  ]
  return {
    message: lines.map((line) => sanitise(line).slice(0, lineMax)).join('\n'),
    requestedSchema: {
      type: 'object',
      properties: { approve: { type: 'boolean', title: 'Approve this payment', default: false } },
      required: ['approve'],
    },
  }
}

/** Shows what waits for the user in a terminal, one line. The answer decides nothing. */
export function waitingForm({ amount, payTo, quote }: Approval): ApprovalForm {
  const what = quote.label === undefined ? '' : ` for ${sanitise(quote.label).slice(0, 120)}`
  const message = `A payment of ${formatUsdc(amount)} USDC${what} to ${payTo} (${quote.payee}) waits for the user, who decides on it in a terminal of their own. An answer here decides nothing.`
  return { message, requestedSchema: { type: 'object', properties: {} } }
}

export function windowAnswerOf(result: unknown): WindowAnswer {
  if (!isObject(result)) return 'malformed'
  const { action, content } = result
  if (action === 'decline') return 'denied'
  if (action === 'cancel') return 'undecided'
  const approve = action === 'accept' && isObject(content) ? content['approve'] : undefined
  if (typeof approve !== 'boolean') return 'malformed'
  return approve ? 'approved' : 'denied'
}

/** Whether a client that declares elicitation shows forms: with no mode named, it does. */
export function showsForms(elicitation: unknown): boolean {
  return isObject(elicitation) && ('form' in elicitation || !('url' in elicitation))
}
