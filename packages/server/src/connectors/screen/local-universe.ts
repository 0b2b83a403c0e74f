import type { ConnectorContext, Provenance, Sourced } from '../../sources/connector.ts'
import { loadDirectory } from '../../sources/entities/sec-tickers.ts'
import { loadNewestFile } from '../../sources/finra/finra-files.ts'
import { importedTickers } from '../../sources/imported-tickers.ts'
import { shareSymbol } from '../../sources/symbols/share-symbol.ts'
import { type ScreenRow, screenRow, type TableRow } from './screen-row.ts'
import { loadGrowth } from './sec-frames.ts'
import { type Candidate, membersOf, type Universe, universes } from './universes.ts'

/** Trading days of three months. */
const averageDays = 63

/** Figures of a share that are not in the table. */
type Beside = Omit<Candidate, keyof ScreenRow | 'sector'>
type LookUp = (row: TableRow) => Partial<Beside>

/**
 * Computes a universe with our own predicates over the table of all listed shares. Growth comes
 * from the SEC's annual figures, short interest from FINRA's newest settlement, the average volume
 * from imported bars.
 *
 * @throws FiqError `UPSTREAM_…`
 */
export async function loadLocalUniverse(
  universe: Universe,
  table: Sourced<readonly TableRow[]>,
  context: ConnectorContext,
): Promise<Sourced<readonly Candidate[]>> {
  const { lookUp, provenance } = await sources[universes[universe].needs](context)
  const averageOf = averages(context)
  const candidates = table.value.map((row): Candidate => {
    const complete = screenRow({ ...row, averageDailyVolume3M: averageOf(row.ticker) })
    return { ...complete, sector: row.sector, ...unknown, ...lookUp(row) }
  })
  return {
    value: membersOf(universe, candidates),
    provenance: [...table.provenance, ...provenance],
  }
}

const unknown: Beside = {
  earningsGrowth: null,
  revenueGrowth: null,
  priceToEarnings: null,
  priceToGrowth: null,
  shortPercent: null,
  settlementVolume: null,
}

type UniverseLookUp = { lookUp: LookUp; provenance: readonly Provenance[] }

const sources: Readonly<
  Record<
    (typeof universes)[Universe]['needs'],
    (context: ConnectorContext) => Promise<UniverseLookUp>
  >
> = {
  prices: async () => ({ lookUp: () => ({}), provenance: [] }),

  async fundamentals(context) {
    const [directory, growth] = await Promise.all([loadDirectory(context), loadGrowth(context)])
    const lookUp: LookUp = ({ ticker, price }) => {
      const known = growth.value.get(Number(directory.value.findTicker(ticker)?.cik))
      if (!known) return {}
      const { earningsPerShare, earningsGrowth, revenueGrowth } = known
      const priceToEarnings =
        price !== null && earningsPerShare !== null && earningsPerShare > 0
          ? price / earningsPerShare
          : null
      const priceToGrowth =
        priceToEarnings !== null && earningsGrowth !== null && earningsGrowth > 0
          ? priceToEarnings / earningsGrowth
          : null
      return { earningsGrowth, revenueGrowth, priceToEarnings, priceToGrowth }
    }
    return { lookUp, provenance: growth.provenance }
  },

  async 'short interest'(context) {
    const { records, provenance } = await loadNewestFile(context)
    const lookUp: LookUp = ({ ticker, price, marketCap }) => {
      const known = records.get(shareSymbol(ticker, '') ?? '')
      if (known?.sharesShort == null || price === null || !marketCap) return {}
      const shortPercent = (100 * known.sharesShort * price) / marketCap
      return { shortPercent, settlementVolume: known.averageDailyVolume }
    }
    return { lookUp, provenance: [provenance] }
  },
}

/** Mean volume of three months of imported bars, by ticker. */
function averages({ files }: ConnectorContext): (ticker: string) => number | null {
  const imported = importedTickers(files)
  return (ticker) => {
    const bars = imported.has(ticker)
      ? files.bars(ticker, '1d')?.value.slice(-averageDays)
      : undefined
    const volumes = bars?.flatMap(({ volume }) => volume ?? []) ?? []
    if (volumes.length === 0) return null
    return Math.round(volumes.reduce((sum, volume) => sum + volume, 0) / volumes.length)
  }
}
