import { FiqError } from '@fiq/shared/errors'
import type { ConnectorContext, Sourced } from '../../sources/connector.ts'
import { cusipTickers } from '../../sources/edgar/fails-to-deliver.ts'
import type { EntityRecord } from '../../sources/entity.ts'
import { holderIndex } from './holder-index.ts'
import { type HolderPosition, holdersOf } from './holders-of.ts'
import type { HoldingRow } from './manager-holdings.ts'
import { valueWarning } from './value-unit.ts'

/**
 * The holders of an entity by form 13F, largest position first.
 *
 * @param knownOn day by which the forms had been filed
 * @throws FiqError `NOT_FOUND` for a ticker without a known CUSIP or a day without a data set,
 * `UPSTREAM_…`
 */
export async function entityHolders(
  { ticker }: EntityRecord,
  context: ConnectorContext,
  knownOn?: string,
): Promise<Sourced<HoldingRow[]>> {
  const [index, tickers] = await Promise.all([holderIndex(context, knownOn), cusipTickers(context)])
  const cusips = tickers.value.cusipsOf(ticker)
  if (cusips.length === 0)
    throw new FiqError('NOT_FOUND', `${ticker} has no known CUSIP.`, {
      facts: [
        'CUSIPs come from the SEC files of fails to deliver, which list what failed to settle.',
      ],
    })
  const value = holdersOf(index, cusips).map((position) => rowOf(position, ticker))
  return {
    value,
    provenance: [index.provenance, tickers.provenance],
    rowProvenance: new Map(value.map((row) => [row, [index.provenance]])),
  }
}

function rowOf(
  { name, cik, period, filed, kind, unit, ...position }: HolderPosition,
  ticker: string,
): HoldingRow {
  const isOption = kind === 'PUT' || kind === 'CALL'
  const shares = kind === 'PRINCIPAL' ? null : position.amount
  return {
    ticker,
    cusip: position.cusip,
    value: position.value,
    valueWarning: valueWarning({ value: position.value, shares }, unit, filed),
    shares,
    principal: kind === 'PRINCIPAL' ? position.amount : null,
    putCall: isOption ? kind : null,
    reportedAt: period,
    filedAt: filed,
    holderName: name,
    holderCik: cik,
  }
}
