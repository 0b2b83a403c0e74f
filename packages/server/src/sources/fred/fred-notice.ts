import { FiqError } from '@fiq/shared/errors'

/**
 * Recognises FRED's refusal of an unknown series, and of a day before the first version that it
 * keeps. FRED sends both with status 400, like a refusal of the key.
 */
export function fredNotice(seriesId: string): (text: string) => FiqError | undefined {
  return (text) => {
    if (/series does not exist in ALFRED/i.test(text))
      return new FiqError('NOT_FOUND', `FRED has no version of ${seriesId} of that day.`, {
        facts: ['Argument: knownOn'],
        remedy: 'Use a later day.',
      })
    if (/series does not exist/i.test(text))
      return new FiqError('NOT_FOUND', `FRED has no series ${seriesId}.`)
    return undefined
  }
}
