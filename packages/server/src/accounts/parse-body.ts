import { FiqError } from '@fiq/shared/errors'

/** Parses the JSON body of a request. @throws FiqError `BAD_JSON` */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new FiqError('BAD_JSON', 'The request body is not JSON.')
  }
}
