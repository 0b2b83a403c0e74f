import { fieldsIn } from '@fiq/shared/pricing/plan-operation'
import type { Door } from '../access/door.ts'
import { planUnits } from '../access/work-units.ts'
import type { GrantedRequest } from '../schema/execute.ts'

/**
 * Charges work to an address that shows no known key.
 *
 * @param units - Beyond the first, which is the request itself: the door has counted it.
 * @throws FiqError `RATE_LIMITED`
 */
export async function chargeWork(
  units: number,
  address: string,
  door: Pick<Door, 'chargeWork'>,
  pays: boolean,
): Promise<void> {
  if (units > 0) await door.chargeWork(address, units, { pays })
}

/** Units of the planned fields; none for a request that was refused before it was planned. */
export function unitsOf(priced: Pick<GrantedRequest, 'bound'> | undefined): number {
  return priced ? planUnits(fieldsIn(priced.bound.plan.fields).length) : 0
}
