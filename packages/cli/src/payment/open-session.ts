import type { PayingSigner } from '../wallet/agent/paying-signer.ts'
import { payingWallet, paysWithPlay } from '../wallet/keys/open-wallet.ts'
import { createSessionApprove } from './approve/approve-session.ts'
import type { PaidAnswer, Payer } from './delivery/ports.ts'
import { openPayer } from './open-payer.ts'
import { openPayingWallet } from './open-paying-wallet.ts'
import { payAndRetry } from './pay-and-retry.ts'
import type { PayerOptions } from './payer-options.ts'
import type { PaidRequest } from './quote/paid-request.ts'

/** Many payments under one approval, up to a cap. */
export type PaySession = {
  pay(request: PaidRequest): Promise<PaidAnswer>
  /** The payments of the session that count as spent in the journal. Atomic units. */
  spent(): bigint
  /** The part of it whose outcome is not proven. */
  inDoubt(): bigint
  /** Whether the paying wallet is a play wallet. */
  isPlay(): boolean
  /** Raises the cap after the user agreed, at most to the budget's cap of a session. */
  raise(by: bigint): void
  close(): void
}

/**
 * Opens a session that pays through the common money path. A cap below the session's own replaces
 * it, so that the budget enforces it in the transaction that reserves. Prompts once, with the first
 * quote, and opens the wallet once.
 *
 * @param cap - Maximum for the session, atomic units.
 * @param note - Receives notes while the user waits, because the terminal may show a view.
 */
export function openPaySession(
  options: PayerOptions,
  { cap, note }: { cap: bigint; note: Payer['note'] },
): PaySession {
  const { perSession } = options.limits
  const limits = { ...options.limits, perSession: cap < perSession ? cap : perSession }
  const payer = openPayer({ ...options, limits })
  payer.note = note
  let signer: Promise<PayingSigner> | undefined
  const unlocked: Payer['openWallet'] = async () => {
    signer ??= openPayingWallet(options)
    try {
      return await signer
    } catch (error) {
      signer = undefined
      throw error
    }
  }
  payer.openWallet = unlocked
  const { terminal } = options
  const approval = createSessionApprove(terminal, limits, () => payingWallet(options)?.name)
  payer.approve = approval.approve
  return {
    pay: (request) => payAndRetry(request, payer),
    raise(by) {
      approval.agree()
      const raised = limits.perSession + by
      limits.perSession = raised < perSession ? raised : perSession
    },
    spent: () => payer.budget.standing().session,
    inDoubt: () => payer.budget.inDoubt(),
    isPlay: () => paysWithPlay(options),
    close: () => payer.close(),
  }
}
