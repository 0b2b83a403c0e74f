import { argumentsOf } from '@fiq/shared/pricing/bind-plan'
import { limitOf } from '@fiq/shared/pricing/limit-of'
import type { PlannedField } from '@fiq/shared/pricing/plan-operation'
import type { Page } from './field-fetch.ts'
import type { Run } from './place.ts'

/** The page that a request selects of a list; `undefined` if the rate of the field names no limit. */
export function requestedPage(
  { bound }: Pick<Run, 'bound'>,
  planned: Pick<PlannedField, 'field' | 'rate' | 'slot'>,
): Page | undefined {
  const { field, rate } = planned
  if (rate?.pagesOf === undefined) return undefined
  const args = argumentsOf(bound, planned as PlannedField)
  const limit = limitOf(field, args, rate)
  if (limit === undefined) return undefined
  if (!rate.pagesOf.startsWith('filter.')) return { limit, offset: undefined }
  const filter = args['filter'] as { offset?: number | null } | null | undefined
  return { limit, offset: filter?.offset ?? 0 }
}
