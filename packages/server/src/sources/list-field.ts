import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import {
  type ArrayFilter,
  applyFilter,
  arrayFilterBounds,
  arrayFilterOf,
  filterLimitMax,
  provenanceOfRows,
} from './array-filter.ts'
import type { ConnectorContext, ConnectorField, Sourced } from './connector.ts'

type Args = Readonly<Record<string, unknown>>

/** A list with the argument `filter`: its price, its rows and their order. */
export type List<row> = {
  /** Credits for a page of 20. */
  credits: number
  /** Maximum items of one answer; the contract's 500 unless the area has a lower limit. */
  limitMax?: number
  /** Bounds in addition to those of the filter. */
  bounds?: (args: Args) => void
  check?: ConnectorField['check']
  sources?: ConnectorField['sources']
  area?: string
  pacedBy?: ConnectorField['pacedBy']
  rowsBelow?: ConnectorField['rowsBelow']
  /** Loads rows in any order. If the upstream pages, loads as many rows as the filter needs. */
  load(
    parent: unknown,
    args: Args,
    filter: ArrayFilter,
    context: ConnectorContext,
  ): Promise<Sourced<readonly row[]>>
  /** ISO 8601 date or date-time. Rows without one come last if the newest come first. */
  dateOf(row: row): string | null
  /**
   * Day or time up to which the source states a row, for `asOf`; `null` if only the whole source has
   * one. Default: `dateOf`.
   */
  statedOn?(row: row): string | null
}

/**
 * A list field with the bounds, order and pages that all lists of the contract share.
 *
 * @example listField({ credits: 2, load: loadTrials, dateOf: ({ updatedAt }) => updatedAt })
 */
export function listField<row>(list: List<row>): ConnectorField {
  const { credits, limitMax = filterLimitMax, load, dateOf, statedOn = dateOf, bounds } = list
  const { check, sources, area, pacedBy, rowsBelow } = list
  return {
    rate: { credits, pagesOf: 'filter.limit', limitMax },
    bounds: (args) => {
      arrayFilterBounds(args['filter'], limitMax)
      bounds?.(args)
    },
    ...defined({ check, sources, area, pacedBy, rowsBelow }),
    async resolve(parent, args, context) {
      const filter = arrayFilterOf(args['filter'])
      const found = await load(parent, args, filter, context)
      if (filter.since || filter.until) refuseUndated(found, dateOf)
      const value = applyFilter(found.value, filter, (row) => dateOf(row) ?? undated)
      const provenance = provenanceOfRows(found, value, statedOn, context.now())
      return { ...found, value, provenance }
    },
  }
}

/** Minimum rows without a date that show a change of the source. */
const undatedMin = 3

/**
 * Refuses rows that all lack a date: a filter by date would remove them in silence.
 *
 * @throws FiqError `UPSTREAM_CHANGED`
 */
function refuseUndated<row>(
  { value, provenance }: Sourced<readonly row[]>,
  dateOf: (row: row) => string | null,
): void {
  if (value.length < undatedMin || value.some((row) => dateOf(row) !== null)) return
  const sources = provenance.map(({ source }) => source).join(', ')
  throw new FiqError('UPSTREAM_CHANGED', `No row of ${sources} has a date.`)
}

const undated = '0001-01-01'
