import { createDescribe, type Describe } from '@fiq/shared/agent-tools/describe'
import { schemaText, tariff } from '@fiq/shared/schema/contract'
import { buildSchema } from 'graphql'

const opened = new Map<boolean, Describe>()

/**
 * Describes the schema and tariff that this program was built with; opened once a process.
 *
 * @param isFree - On the user's own server nothing costs anything.
 */
export function builtInDescribe(isFree: boolean): Describe {
  let describe = opened.get(isFree)
  if (!describe) {
    const schema = buildSchema(schemaText, { assumeValidSDL: true })
    describe = createDescribe({ schema, tariff: isFree ? { ...tariff, rates: {} } : tariff })
    opened.set(isFree, describe)
  }
  return describe
}
