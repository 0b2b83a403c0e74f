import { describe, expect, test } from 'vitest'
import { connectors } from '../packages/server/src/connectors/connectors.ts'
import { unprovenSources } from './data-fields.ts'
import { readRealAnswers } from './read-real-answers.ts'
import { filesRead, hasRealFiles, realAnswers } from './real-answers.ts'

const sources = new Map(
  connectors.flatMap(({ upstreams, fields }) =>
    [upstreams, ...Object.values(fields).map(({ sources = [] }) => sources)]
      .flat()
      .map((source) => [source.id, source] as const),
  ),
)

/** Sources without a recorded response. Their test responses follow their documentation. */
const unproven =
  'alpaca-actions alpaca-bars alpaca-options alpaca-quote alpaca-screen alpha-vantage-bars alpha-vantage-calendar bis-policy-rates coinbase coinbase-bars dbnomics dxfeed-bars dxfeed-demo ecb-reference-rates finnhub-calendar frankfurter fred-api fred-copyrighted fred-index multpl open-fec sec-13f-data-sets sec-fails-to-deliver sec-fund-names tiingo-bars tiingo-quote twelve-data-bars twelve-data-quote'.split(
    ' ',
  )

test('default: a source has real responses, or is named here as one without', () => {
  expect(unprovenSources(connectors)).toEqual(unproven)
})

test('default: each real response is at an address of its source', () => {
  for (const { source, url } of realAnswers)
    expect(sources.get(source)?.hosts, url).toContain(new URL(url).host)
})

describe.runIf(hasRealFiles)('the real files', () => {
  // Only these connectors. e2e/files-read.test.ts checks all.
  test('behavior: are read exactly by the fields that the table names', async () => {
    const areas = ['financials', 'price-history', 'treasury-yields', 'insider-trades']
    const asked = connectors.filter(({ area }) => areas.includes(area))
    expect(asked).toHaveLength(areas.length)
    const fields = asked.flatMap((connector) => Object.keys(connector.fields))
    const named = Object.entries(filesRead).filter(([field]) => fields.includes(field))
    expect(await readRealAnswers(asked)).toEqual(Object.fromEntries(named))
  })
})

test.skipIf(hasRealFiles)('SKIPPED: the real files are absent from ../shared/data', () => undefined)
