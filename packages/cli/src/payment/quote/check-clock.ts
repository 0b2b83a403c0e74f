import { FiqError } from '@fiq/shared/errors'

/** A server refuses a payment if its clock and the payer's differ by more. */
const skewMsMax = 60_000

/** Shown before a payment to a server whose responses have no valid `Date`. */
const notCompared =
  'The server states no time (Date), so its clock cannot be compared with the clock of this machine. If this one is ahead, a payment stays valid for as much longer.'

/**
 * Compares this machine's clock with the `Date` of a quote. A payment that is signed with a clock
 * that is ahead stays valid for that much longer, and its server may hold it back. One signed with a
 * clock that is behind has expired already.
 *
 * A server without a clock sends no `Date` (RFC 9110, 6.6.1), and is paid: until the end of the
 * authorization by the clock of the chain, the payment counts as one that may settle.
 *
 * @param now - Unix milliseconds, when the quote arrived.
 * @returns A note for the user if the clocks cannot be compared.
 * @throws FiqError `CONFIGURATION_INVALID`
 */
export function checkClock(date: string | undefined, now: number): string | undefined {
  const there = Date.parse(date ?? '')
  if (Number.isNaN(there)) return notCompared
  if (Math.abs(now - there) <= skewMsMax) return undefined
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

/** Both in milliseconds: the wall clock, and the time that the machine has run. */
type Moment = { now: number; uptime: number }

/**
 * Refuses a clock that was set between the quote and the signature, as while a prompt waits.
 *
 * @throws FiqError `CONFIGURATION_INVALID`
 */
export function checkClockRan(arrived: Moment, signing: Moment): void {
  const expected = arrived.now + signing.uptime - arrived.uptime
  if (Math.abs(signing.now - expected) <= skewMsMax) return
  throw new FiqError(
    'CONFIGURATION_INVALID',
    'The clock of this machine was set after the quote arrived.',
    {
      facts: [
        `Clock: ${new Date(signing.now).toISOString()}`,
        `Without the change: ${new Date(expected).toISOString()}`,
      ],
      remedy: 'Nothing was signed. Correct the clock, then run the command again.',
    },
  )
}
