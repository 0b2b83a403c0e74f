import { defined } from '@fiq/shared/defined'
import { hasCode } from '@fiq/shared/errors'
import {
  approvalForm,
  mayApproveInWindow,
  waitingForm,
  windowAnswerOf,
} from '../approvals/approval-form.ts'
import type { Approval } from '../approvals/approvals.ts'
import type { Client } from '../clients/clients.ts'
import type { SurfacePorts } from '../surface.ts'

/** Maximum forms for one payment, for a client with invalid replies. */
export const roundsMax = 3

/**
 * Prompts for a payment in the client's own window while its call waits. By default the form shows
 * the quote and its reply decides nothing; the user may let it decide. A window that is closed,
 * fails or is too late leaves the decision to the terminal.
 */
export async function promptInWindow(
  approval: Approval,
  {
    client,
    isNewer,
    ports,
    sendForm,
  }: {
    client: Client
    isNewer: boolean
    ports: Pick<SurfacePorts, 'approvals' | 'now'>
    /** Sends the form, and resolves with the client's result. Rejects after its timeout. */
    sendForm(params: Record<string, unknown>, timeoutMs: number): Promise<unknown>
  },
): Promise<void> {
  const decides = mayApproveInWindow(client, approval)
  const form = decides ? approvalForm(approval) : waitingForm(approval)
  const params = { ...defined({ mode: isNewer ? 'form' : undefined }), ...form }
  try {
    for (let round = 1; round <= roundsMax; round++) {
      const answer = windowAnswerOf(
        await sendForm(params, Math.max(1, approval.until - ports.now())),
      )
      if (!decides || answer === 'undecided') return
      if (answer !== 'malformed') return decide(ports, approval.id, answer)
    }
  } catch {
    // Without a reply the terminal decides.
  }
}

/** Records the reply, unless the terminal was faster. */
export function decide(
  { approvals }: Pick<SurfacePorts, 'approvals'>,
  id: string,
  word: 'approved' | 'denied',
): void {
  try {
    approvals.decide(id, word)
  } catch (error) {
    if (!hasCode(error, 'NOT_FOUND')) throw error
  }
}
