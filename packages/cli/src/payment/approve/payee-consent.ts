import { FiqError } from '@fiq/shared/errors'
import type { Limits } from '../budget/limits.ts'
import type { PayeeStanding } from '../journal/payees.ts'
import type { CheckedQuote } from '../quote/paid-request.ts'

/**
 * May this payee be paid without a prompt? Yes if it is known, or if the user trusts its server.
 * The first payee of a profile also if the command itself consents: with `--yes`, or, without a
 * terminal, with a price cap on the command line. Any further payee needs confirmation, so that a
 * changed `FIQ_URL` in a script pays nobody.
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

/** A new payee cannot be confirmed without a terminal. */
export function payeeNotTrusted({ origin, payTo }: CheckedQuote, payee: PayeeStanding): FiqError {
  const isFirst = payee.status === 'new' && payee.trust === 'first'
  return new FiqError(
    'APPROVAL_NEEDED',
    isFirst
      ? 'The first payee of this profile needs your consent, and there is no terminal to ask on.'
      : 'This server was never paid by this profile, and there is no terminal to ask on.',
    {
      facts: [`Server: ${origin}`, `Pay to: ${payTo} (new)`],
      remedy: `If you mean this server: ${isFirst ? '--yes, --max-spend, ' : ''}--trust ${origin}, or fiq payees trust ${origin}. Nothing was signed.`,
    },
  )
}
