import { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import type { ApprovalTerminal } from '../../terminal/approval-terminal.ts'
import { usdcText } from '../../terminal/format/usdc-text.ts'
import type { Limits } from '../budget/limits.ts'
import type { PayeeStanding } from '../journal/payees.ts'
import type { CheckedQuote } from '../quote/paid-request.ts'
import { type ApprovalReply, type Approve, creditsWords, type Proposal } from './approval-facts.ts'
import { isPayeeAccepted, payeeNotTrusted } from './payee-consent.ts'

/**
 * Decides whether a checked quote may be signed: without a prompt within the automatic limit,
 * otherwise by a prompt. The reservation of the budget checks the caps again, and only its check is
 * binding.
 *
 * A new payee of a server is confirmed on a terminal even for a small amount, also on this machine.
 * {@link isPayeeAccepted} lists the exceptions, which are reported on stderr; the payee is then
 * pinned.
 *
 * @throws FiqError `DECLINED`, `APPROVAL_NEEDED`; any reply except `y` or `a` declines. `CANCELLED`
 * on Ctrl-C.
 */
export function createApprove(
  terminal: ApprovalTerminal,
  limits: Limits,
  note: (line: string) => void,
  wallet: () => string | undefined = () => undefined,
): Approve {
  // Amount that `a` allowed in this process, and the used part. Atomic units.
  let sessionLimit = 0n
  const approve: Approve = async (quote, payee, standing) => {
    const proposal: Proposal = { quote, payee, standing, limits, wallet: wallet() }
    if (limits.dryRun) return terminal.write(await textOf(proposal))
    if (isAutomatic(quote, payee, limits, terminal.interactive)) {
      if (payee.status === 'new') note(`Payee ${quote.payTo} of ${quote.origin}: new, now stored.`)
      return
    }
    if (payee.status === 'known' && standing.session + quote.amount <= sessionLimit) return
    sessionLimit = limitAfter(await prompt(terminal, proposal), proposal, sessionLimit)
  }
  approve.isAutomatic = (quote, payee) => isAutomatic(quote, payee, limits, terminal.interactive)
  return approve
}

function isAutomatic(
  quote: Pick<CheckedQuote, 'amount'>,
  payee: PayeeStanding,
  limits: Limits,
  interactive: boolean,
): boolean {
  if (!isPayeeAccepted(payee, limits, interactive)) return false
  return limits.yes === true || quote.amount <= automaticLimit(limits, interactive)
}

/**
 * The automatic limit. A price cap only lowers it, wherever it was set. Exception: on the command
 * line without a terminal, the cap is the approval.
 */
export function automaticLimit(
  { maxPrice, maxPriceApproves, autoApprove }: Limits,
  interactive: boolean,
): bigint {
  if (maxPrice === undefined) return autoApprove
  if (maxPriceApproves && !interactive) return maxPrice
  return autoApprove < maxPrice ? autoApprove : maxPrice
}

/** Draws the prompt if the terminal allows it. Only then is ink loaded. */
export async function prompt(
  terminal: ApprovalTerminal,
  proposal: Proposal,
): Promise<ApprovalReply> {
  if (!terminal.interactive) throw noTerminal(proposal)
  if (!terminal.draw) return promptInWords(terminal, proposal)
  const { promptDrawn } = await import('./prompt-drawn.tsx')
  return terminal.draw((canvas) => promptDrawn(proposal, canvas))
}

/** Loads GraphQL, which names the parts of the query: only for a prompt. */
export async function textOf(proposal: Proposal): Promise<string> {
  const { approvalText } = await import('./approval-text.ts')
  return approvalText(proposal)
}

async function promptInWords(
  terminal: ApprovalTerminal,
  proposal: Proposal,
): Promise<ApprovalReply> {
  terminal.write(await textOf(proposal))
  const reply = await terminal.prompt(promptText(proposal))
  const word = reply.trim().toLowerCase()
  if (word === 'y' || word === 'yes') return 'once'
  return word === 'a' ? 'session' : 'no'
}

function promptText({ quote, limits, wholeSession }: Proposal): string {
  const session = `session, up to ${usdcText(limits.perSession)}`
  if (wholeSession)
    return `Pay up to ${usdcText(limits.perSession)} USDC in this session? [y] yes, [n] no (Enter): `
  return `Pay ${usdcText(quote.amount)} USDC? [y] pay once, [a] ${session}, [n] no (Enter): `
}

/** The amount that this process may pay without another prompt. @throws FiqError if declined. */
function limitAfter(reply: ApprovalReply, { quote, limits }: Proposal, before: bigint): bigint {
  if (reply === 'once') return before
  if (reply === 'session') return limits.perSession
  throw declined(reply, quote)
}

/** The error for a prompt that the user did not approve. */
export function declined(reply: 'no' | 'interrupted', { amount }: CheckedQuote): FiqError {
  return reply === 'interrupted'
    ? new FiqError('CANCELLED', 'Interrupted before an answer to the prompt.')
    : new FiqError('DECLINED', 'You declined the quote.', {
        facts: [`Price: ${formatUsdc(amount)} USDC`],
      })
}

function noTerminal(proposal: Proposal): FiqError {
  const { quote, payee, limits } = proposal
  return isPayeeAccepted(payee, limits, false)
    ? approvalNeeded(proposal)
    : payeeNotTrusted(quote, payee)
}

function approvalNeeded({ quote, payee, limits }: Proposal): FiqError {
  const automatic = automaticLimit(limits, false)
  return new FiqError(
    'APPROVAL_NEEDED',
    'The price needs approval, and there is no terminal for a prompt.',
    {
      facts: [
        `Price: ${formatUsdc(quote.amount)} USDC (${creditsWords(quote)})`,
        `Paid without approval: up to ${formatUsdc(automatic)} USDC`,
        `Pay to: ${quote.payTo} (${payee.status})`,
      ],
    },
  )
}
