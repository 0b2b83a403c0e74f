import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import { seriesTitles } from './series-titles.ts'

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
    return /series does not exist/i.test(text) ? unknownSeries(seriesId) : undefined
  }
}

/** The error of a series that FRED does not have. */
export function unknownSeries(seriesId: string): FiqError {
  return new FiqError('NOT_FOUND', `FRED has no series ${seriesId}.`, {
    facts: didYouMean(seriesId, [...seriesTitles.keys()]),
    remedy: 'Search for the identifier of the series at https://fred.stlouisfed.org.',
  })
}
