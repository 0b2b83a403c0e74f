import { newYorkDay } from '../../market-clock/new-york-time.ts'
import type { ConnectorContext, ConnectorField, Sourced } from '../../sources/connector.ts'
import { alpacaActions, loadAnnounced } from '../../sources/prices/alpaca-actions.ts'
import { alpacaSymbol } from '../../sources/prices/alpaca-bars.ts'
import type { AnnouncedAction } from '../../sources/prices/corporate-actions.ts'
import { refuseWhenOff } from '../../sources/sourced.ts'
import { isShare } from '../../sources/symbols/share-symbol.ts'

const area = 'announced dividends and splits'
/** Days ahead. Few actions are announced earlier. */
const daysAhead = 184
const rowsMax = 20

/** The field `PriceHistory.announced`. Its parent states the ticker. */
export const announced: ConnectorField = {
  rate: { credits: 1 },
  sources: [alpacaActions],
  area,
  rowsMax,
  resolve: (parent, _args, context) => load((parent as { ticker: string }).ticker, context),
}

async function load(
  ticker: string,
  context: ConnectorContext,
): Promise<Sourced<readonly AnnouncedAction[]>> {
  if (!isShare(ticker)) return { value: [], provenance: [] }
  refuseWhenOff(area, [alpacaActions], context)
  const now = context.now()
  const until = new Date(now.getTime() + daysAhead * 86_400_000).toISOString().slice(0, 10)
  const span = { from: newYorkDay(now.toISOString()), until }
  const { value, provenance } = await loadAnnounced(alpacaSymbol(ticker), span, context)
  return { value: value.slice(0, rowsMax), provenance }
}
