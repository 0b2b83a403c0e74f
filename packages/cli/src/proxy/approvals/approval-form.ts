import { isObject } from '@fiq/shared/json'
import { sanitise } from '@fiq/shared/sanitise'
import type { Client } from '../clients/clients.ts'
import { type Approval, priceOf } from './approvals.ts'

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
 * The reply of a client's window. A cancelled form is `undecided`; anything that is not a reply to
 * the form is `malformed`.
 */
export type WindowAnswer = 'approved' | 'denied' | 'undecided' | 'malformed'

/** Maximum length of a line in a form, and maximum lines about the query. */
const lineMax = 200
const linesMax = 12

/**
 * Whether the user lets the window of this client decide on such a payment. A payee that was never
 * paid must be confirmed in a terminal.
 */
export function mayApproveInWindow({ windowMax }: Client, { amount, quote }: Approval): boolean {
  return windowMax !== undefined && amount <= windowMax && !quote.isNewPayee
}

/** A form for the approval: everything that will be signed, and what it buys. */
export function approvalForm(approval: Approval): ApprovalForm {
  const { quote } = approval
  const queryLines = quote.asked ?? (quote.label === undefined ? [] : [quote.label])
  const lines = [
    `Pay ${priceOf(approval)} to ${payeeWords(approval)} at ${quote.origin} for:`,
    ...queryLines.slice(0, linesMax),
    ...(queryLines.length > linesMax ? [`and ${queryLines.length - linesMax} more lines`] : []),
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

/**
 * A form that shows, in one line, which payment waits for the user in a terminal. Its reply decides
 * nothing.
 */
export function waitingForm(approval: Approval): ApprovalForm {
  const { quote } = approval
  const purpose = quote.label === undefined ? '' : ` for ${sanitise(quote.label).slice(0, 120)}`
  const message = `A payment of ${priceOf(approval)}${purpose} to ${payeeWords(approval)} waits for the user, who decides in their own terminal. An answer here has no effect.`
  return { message, requestedSchema: { type: 'object', properties: {} } }
}

function payeeWords({ payTo, quote }: Approval): string {
  return quote.isOnCredits ? quote.payee : `${payTo} (${quote.payee})`
}

/** Reads the result of `elicitation/create`. */
export function windowAnswerOf(result: unknown): WindowAnswer {
  if (!isObject(result)) return 'malformed'
  const { action, content } = result
  if (action === 'decline') return 'denied'
  if (action === 'cancel') return 'undecided'
  const approve = action === 'accept' && isObject(content) ? content['approve'] : undefined
  if (typeof approve !== 'boolean') return 'malformed'
  return approve ? 'approved' : 'denied'
}

/** Whether a client that declares elicitation shows forms. Without a mode it does. */
export function showsForms(elicitation: unknown): boolean {
  return isObject(elicitation) && ('form' in elicitation || !('url' in elicitation))
}
