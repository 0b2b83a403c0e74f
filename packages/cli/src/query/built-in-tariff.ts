import { schemaText, tariff } from '@fiq/shared/schema/contract'
import { openTariff } from './estimate.ts'

let opened: ReturnType<typeof openTariff> | undefined

/** The tariff this program was built with, opened once a process. */
export function builtInTariff(): ReturnType<typeof openTariff> {
  opened ??= openTariff({ schemaText, tariff })
  return opened
}
