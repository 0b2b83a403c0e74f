import { schemaText, tariff } from '@fiq/shared/schema/contract'
import { createTariff } from './estimate.ts'

let opened: ReturnType<typeof createTariff> | undefined

/** The built-in tariff, opened once for the process. */
export function builtInTariff(): ReturnType<typeof createTariff> {
  opened ??= createTariff({ schemaText, tariff })
  return opened
}
