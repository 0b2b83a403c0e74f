import { FiqError } from '@fiq/shared/errors'
import { jsonOf } from '@fiq/shared/json'

/** Parses the JSON body of a request. @throws FiqError `BAD_JSON` */
export function parseBody(text: string): unknown {
  const value = jsonOf(text)
  if (value === undefined) throw new FiqError('BAD_JSON', 'The request body is not JSON.')
  return value
}
