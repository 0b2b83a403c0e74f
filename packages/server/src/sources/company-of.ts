import { FiqError } from '@fiq/shared/errors'
import type { EntityRecord } from './entity.ts'

/**
 * The parent of a field that only companies have. Refuses a coin or an index, because a search by
 * its name (Stellar, Avalanche) would find an unrelated company.
 *
 * @throws FiqError `NOT_FOUND` for a crypto asset or an index
 */
export function companyOf(parent: unknown): EntityRecord {
  const entity = parent as EntityRecord
  const kind = { EQUITY: undefined, CRYPTO: 'a crypto asset', INDEX: 'an index' }[entity.type]
  if (kind === undefined) return entity
  throw new FiqError('NOT_FOUND', `${entity.ticker} is ${kind}, not a company.`, {
    remedy: 'Leave the field out, or query a company.',
  })
}
