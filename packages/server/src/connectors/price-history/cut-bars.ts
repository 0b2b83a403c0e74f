import { arrayFilterOf, filterLimitMax } from '../../sources/array-filter.ts'
import type { Bar, Sourced } from '../../sources/connector.ts'

/** A page of bars that leaves out later ones of its order. */
export type CutBars = { items: number; total: number; limitMax: number; next: number }

/** @returns `undefined` if no bars follow the page. */
export function cutOf(
  { value, total }: Pick<Sourced<readonly Bar[] | null>, 'value' | 'total'>,
  filter: unknown,
): CutBars | undefined {
  if (value === null || total === undefined) return undefined
  const next = arrayFilterOf(filter).offset + value.length
  if (value.length === 0 || next >= total) return undefined
  return { items: value.length, total, limitMax: filterLimitMax, next }
}
