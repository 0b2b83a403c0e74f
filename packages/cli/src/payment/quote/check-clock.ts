import { FiqError } from '@fiq/shared/errors'

/** A server refuses a payment if its clock and the payer's differ by more. */
const skewMsMax = 60_000

/**
 * Compares this machine's clock with the `Date` of a quote, if it has one. A payment that is signed
 * with a clock that is ahead stays valid for that much longer, and its server may hold it back. One
 * signed with a clock that is behind has expired already.
 *
 * @param now - Unix milliseconds, when the quote arrived.
 * @throws FiqError `CONFIGURATION_INVALID`
 */
export function checkClock(date: string | undefined, now: number): void {
  const there = Date.parse(date ?? '')
  if (Number.isNaN(there) || Math.abs(now - there) <= skewMsMax) return
  throw new FiqError(
    'CONFIGURATION_INVALID',
    'The clocks of this machine and of the server differ by more than a minute.',
    {
      facts: [
        `This machine: ${new Date(now).toISOString()}`,
        `Server: ${new Date(there).toISOString()}`,
      ],
      remedy:
        'Correct the clock of this machine, then run the command again. Nothing was signed: a payment is valid for a minute or two of the right time.',
    },
  )
}
