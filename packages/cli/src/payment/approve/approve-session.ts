import type { ApprovalTerminal } from '../../terminal/approval-terminal.ts'
import type { Limits } from '../budget/limits.ts'
import type { Approve } from './approval-facts.ts'
import { automaticLimit, declined, prompt, textOf } from './approve.ts'
import { isPayeeAccepted } from './payee-consent.ts'

/**
 * One approval for a session: shows the first quote and the session's cap. Later purchases stay
 * within the cap, or the budget refuses them. There is no prompt if the whole session is within
 * {@link automaticLimit}, or with `--yes`. `agree` is called when the user raised the cap of a running
 * session: the raised cap needs no other prompt.
 *
 * @throws FiqError `DECLINED`, `CANCELLED`, `APPROVAL_NEEDED` without a terminal.
 */
export function createSessionApprove(
  terminal: ApprovalTerminal,
  limits: Limits,
  wallet: () => string | undefined = () => undefined,
): { approve: Approve; agree(): void } {
  let isApproved = false
  const approve: Approve = async (quote, payee, standing) => {
    const proposal = { quote, payee, standing, limits, wallet: wallet(), wholeSession: true }
    if (limits.dryRun) return terminal.write(await textOf(proposal))
    const isSmall = limits.perSession <= automaticLimit(limits, terminal.interactive)
    const isAccepted = isPayeeAccepted(payee, limits, terminal.interactive)
    if (isApproved || (isAccepted && (limits.yes || isSmall))) return
    const reply = await prompt(terminal, proposal)
    if (reply === 'no' || reply === 'interrupted') throw declined(reply, quote)
    isApproved = true
  }
  return {
    approve,
    agree() {
      isApproved = true
    },
  }
}
