import { isObject } from '@fiq/shared/json'
import type { CliContext } from '../../compose/context.ts'

/**
 * Which fields the server answers, by its tariff: those with a rate and a source. If the tariff
 * cannot be read, all, because the query then gives the better error.
 *
 * @example (await answeredFields(context))('Entity.earningsCalendar')
 */
export async function answeredFields({
  callFree,
}: Pick<CliContext, 'callFree'>): Promise<(coordinate: string) => boolean> {
  const tariff = await callFree('/api/v1/tariff').catch(() => undefined)
  if (!isObject(tariff) || !isObject(tariff['rates'])) return () => true
  const { rates, unavailable } = tariff
  const refused = isObject(unavailable) ? unavailable : {}
  return (coordinate) => Object.hasOwn(rates, coordinate) && !Object.hasOwn(refused, coordinate)
}
