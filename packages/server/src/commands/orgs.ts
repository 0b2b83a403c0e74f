import { FiqError } from '@fiq/shared/errors'
import { type AccountPorts, createOrganisation } from '../accounts/accounts.ts'
import { planNamed, plans } from '../accounts/plans.ts'
import { creditsIn } from '../credits/credits.ts'
import type { Printed } from './printing/operator-ports.ts'
import { textTable } from './printing/text-table.ts'

/** `fiq-server orgs create NAME --plan PLAN` */
export async function createOrg(
  name: string,
  plan: string | undefined,
  accounts: AccountPorts,
): Promise<Printed> {
  const { id, plan: chosenPlan } = await createOrganisation({ name, plan }, accounts)
  return {
    json: { id, name, plan: chosenPlan },
    text: `${name} created on the plan ${chosenPlan}.`,
  }
}

/** `fiq-server orgs plan NAME PLAN`: the allotment of the new plan starts with the next query. */
export async function changePlan(
  name: string,
  plan: string,
  { store }: AccountPorts,
): Promise<Printed> {
  planNamed(plan)
  const organisation = await store.findOrganisation({ name })
  if (!organisation) throw unknownOrganisation(name)
  await store.changePlan(organisation.id, plan)
  return { json: { id: organisation.id, name, plan }, text: `${name} is on the plan ${plan}.` }
}

/** `fiq-server orgs list` */
export async function listOrgs({ store }: AccountPorts): Promise<Printed> {
  const all = await store.organisations()
  return {
    json: all.map(({ createdAt, ...rest }) => ({
      ...rest,
      createdAt: new Date(createdAt).toISOString(),
    })),
    text: textTable(
      ['NAME', 'PLAN', 'CREDITS', 'CREATED'],
      all.map(({ name, plan, createdAt, prepaid, allotment }) => [
        ...[name, plan, String(creditsIn({ prepaid, allotment }))],
        new Date(createdAt).toISOString().slice(0, 10),
      ]),
      'No organisations. fiq-server orgs create NAME creates one.',
    ),
  }
}

/** `fiq-server plans list` */
export function listPlans(): Printed {
  return {
    json: plans,
    text: textTable(
      ['NAME', 'TIER', 'CREDITS A MONTH', 'REQUESTS A MINUTE', 'AREAS'],
      plans.map(({ name, tier, creditsPerMonth, requestsPerMinute, areas }) => [
        ...[name, tier, String(creditsPerMonth), String(requestsPerMinute)],
        areas === 'all' ? 'all' : areas.join(', '),
      ]),
    ),
  }
}

/** The error for a name without an organisation. */
export function unknownOrganisation(name: string): FiqError {
  return new FiqError('NOT_FOUND', `There is no organisation ${JSON.stringify(name)}.`, {
    remedy: 'fiq-server orgs list shows all.',
  })
}
