import { createDescribe, type Describe } from '@fiq/shared/agent-tools/describe'
import { schemaText, tariff } from '@fiq/shared/schema/contract'
import { buildSchema } from 'graphql'

const opened = new Map<boolean, Describe>()

/**
 * Describes the built-in schema and tariff, which is opened once for the process.
 *
 * @param isFree - Whether it is the user's own server, where everything is free.
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
