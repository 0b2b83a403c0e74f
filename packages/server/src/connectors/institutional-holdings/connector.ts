import {
  applyFilter,
  arrayFilterBounds,
  arrayFilterOf,
  filterLimitMax,
} from '../../sources/array-filter.ts'
import { boundsOf } from '../../sources/bounds.ts'
import type { Connector, ConnectorField } from '../../sources/connector.ts'
import { failsToDeliver } from '../../sources/edgar/fails-to-deliver.ts'
import { submissionsUpstream } from '../../sources/edgar/filing-list.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { knownOnBounds, knownOnOf } from '../../sources/known-on.ts'
import { listField } from '../../sources/list-field.ts'
import { entityHolders } from './entity-holders.ts'
import { holderIndex, holdingsDataSets, newestDataSet } from './holder-index.ts'
import { holdingsSdl } from './holdings-sdl.ts'
import { type HoldingRow, managerHoldings, newestQuarter, reports } from './manager-holdings.ts'

/**
 * Loads the current data set before payment, because loading may take a minute or fail. For an
 * earlier day it only checks that a data set exists: that one is read for a single query, and
 * therefore after payment.
 */
const check: ConnectorField['check'] = async (args, context) => {
  const knownOn = knownOnOf(args)
  await (knownOn === undefined ? holderIndex(context) : newestDataSet(context, knownOn))
}

const topHolders: ConnectorField = {
  rate: { credits: 1, pagesOf: 'filter.limit', limitMax: filterLimitMax },
  bounds(args) {
    arrayFilterBounds(args['filter'])
    knownOnBounds(args)
  },
  check,
  async resolve(parent, args, context) {
    const { value, provenance } = await entityHolders(
      parent as EntityRecord,
      context,
      knownOnOf(args),
    )
    return { ...largest(value, args['filter']), provenance }
  },
}

/** Form 13F: the holdings of one institution, and the holders of one entity. */
export const institutionalHoldings: Connector = {
  area: 'institutional-holdings',
  category: 'regulatory',
  upstreams: [reports, submissionsUpstream, failsToDeliver, holdingsDataSets],
  sdl: holdingsSdl,
  fields: {
    'Query.institutionalHoldings': {
      sources: [submissionsUpstream, reports, failsToDeliver],
      rate: { credits: 1, pagesOf: 'limit', limitMax: 500 },
      bounds(args) {
        boundsOf('institutionalHoldings')(args)
        knownOnBounds(args)
      },
      check: async (args, context) =>
        void (await newestQuarter(ten(args['cik']), context, knownOnOf(args))),
      resolve: (_parent, args, context) =>
        managerHoldings(
          ten(args['cik']),
          (args['limit'] ?? 50) as number,
          context,
          knownOnOf(args),
        ),
    },
    'Entity.institutionalHoldings': listField({
      sources: [holdingsDataSets, failsToDeliver],
      credits: 1,
      check,
      bounds: knownOnBounds,
      load: (parent, args, _filter, context) =>
        entityHolders(parent as EntityRecord, context, knownOnOf(args)),
      dateOf: ({ filedAt }) => filedAt,
    }),
    'Entity.topHolders': { ...topHolders, sources: [holdingsDataSets, failsToDeliver] },
  },
}

/** The CIK with ten digits. */
function ten(cik: unknown): string {
  return String(cik).padStart(10, '0')
}

/**
 * The page of the holdings, largest number of shares first; without options and debt. `since` and
 * `until` bound the day of filing.
 */
function largest(
  rows: readonly HoldingRow[],
  input: unknown,
): { value: HoldingRow[]; total: number } {
  const filter = arrayFilterOf(input)
  const whole = { ...filter, offset: 0, limit: rows.length }
  const inBounds = new Set(applyFilter(rows, whole, ({ filedAt }) => filedAt))
  const shares = rows.filter((row) => inBounds.has(row) && row.shares !== null && !row.putCall)
  const ordered = filter.sort === 'ASC' ? shares.reverse() : shares
  const value = ordered.slice(filter.offset, filter.offset + filter.limit)
  return { value, total: ordered.length }
}
