import { FiqError } from '@fiq/shared/errors'
import type { ConnectorField } from './connector.ts'

/**
 * A field of an area without a source. It stays in the schema with its bounds and its price. The
 * server refuses it before the quote.
 *
 * @param area in plain words, e.g. `short interest`
 */
export function notConfigured(
  area: string,
  field: Pick<ConnectorField, 'rate' | 'bounds'>,
): ConnectorField {
  const refuse = async (): Promise<never> => {
    throw new FiqError('NOT_CONFIGURED', `This server has no source configured for ${area}.`, {
      facts: [`Area: ${area}`],
    })
  }
  return { ...field, unavailable: area, check: refuse, resolve: refuse }
}
