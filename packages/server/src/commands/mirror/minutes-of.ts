import { FiqError } from '@fiq/shared/errors'

/** Minutes as an operator writes them, 0 to a year. @throws FiqError `BAD_INPUT` */
export function minutesOf(text: string): number {
  const minutes = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (minutes <= 525_600) return minutes
  throw new FiqError('BAD_INPUT', '--fresh takes minutes, 0 to 525600.', {
    facts: [`Given: ${JSON.stringify(text)}`],
  })
}
