import { FiqError } from '@fiq/shared/errors'
import type { Limits } from '../budget/limits.ts'
import type { PayeeStanding } from '../journal/payees.ts'
import type { CheckedQuote } from '../quote/paid-request.ts'

/**
 * Whether this payee may be paid without a prompt: if it is known, or the user trusts its server.
 * The first payee of a profile also if the command itself consents: with `--yes`, or, without a
 * terminal, with a price cap on the command line. Any further payee needs confirmation, so that a
 * changed `FIQ_URL` in a script pays no one.
 */
export function isPayeeAccepted(
  payee: PayeeStanding,
  { yes, maxPriceApproves }: Limits,
  interactive: boolean,
): boolean {
  if (payee.status === 'known' || payee.trust === 'given') return true
  const consents = yes === true || (maxPriceApproves === true && !interactive)
  return payee.trust === 'first' && consents
}

/** The error for a new payee without a terminal to confirm it. */
export function payeeNotTrusted({ origin, payTo }: CheckedQuote, payee: PayeeStanding): FiqError {
  const isFirst = payee.status === 'new' && payee.trust === 'first'
  return new FiqError(
    'APPROVAL_NEEDED',
    isFirst
      ? 'The first payee of this profile needs your approval, and there is no terminal for a prompt.'
      : 'This profile has never paid this server, and there is no terminal for a prompt.',
    {
      facts: [`Server: ${origin}`, `Pay to: ${payTo} (new)`],
      remedy: `To pay this server, add ${isFirst ? '--yes, --max-spend, ' : ''}--trust ${origin}, or run fiq payees trust ${origin}. Nothing was signed.`,
    },
  )
}
