import { catalog } from '@fiq/shared/catalog/catalog'
import { parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { buildSchema } from '../execution/build-schema.ts'
import { connectors, upstreamHosts } from './connectors.ts'

const schema = buildSchema(connectors)

test('default: serves the whole catalog, each tool in its own category', () => {
  for (const { name, query, category } of catalog) {
    expect(validate(schema, parse(query)).map(({ message }) => message)).toEqual([])
    const owner = connectors.find(({ fields }) => fields[`Query.${name}`])
    expect(owner?.category, name).toBe(category)
  }
})

test('behavior: areas have distinct names, and hosts are names', () => {
  const areas = connectors.map(({ area }) => area)
  expect(new Set(areas).size).toBe(areas.length)
  expect(upstreamHosts()).toContain('api.worldbank.org')
  for (const host of upstreamHosts()) expect(host).toMatch(/^[a-z0-9.-]+\.[a-z]+$/)
})

/** Areas without a delay between an event and its value: registers, filings, news and posts. */
const withoutDelay = new Set([
  ...['sec-tickers', 'sec-fund-tickers', 'sec-fund-names', 'nasdaq-trader', 'gleif'],
  ...['sec-submissions', 'sec-xbrl-instances', 'sec-relationships', 'sec-litigation-releases'],
  ...['ofac-sdn', 'ofac-consolidated', 'un-sanctions', 'uk-sanctions', 'eu-sanctions', 'us-csl'],
  ...['open-fda', 'courtlistener', 'usaspending', 'clinical-trials', 'alpaca-actions'],
  ...['gdelt', 'sec-press', 'fed-press', 'google-news', 'finnhub-news', 'alphavantage-news'],
  ...['alpha-vantage-calendar', 'finnhub-calendar'],
  ...['yahoo-news', 'reddit', 'hacker-news', 'openalex', 'crossref', 'arxiv'],
])

/** Finnhub does not state the venue of its prices. */
const withoutVenue = new Set(['finnhub-quote'])

test('default: every source of prices states their delay and venue', () => {
  const upstreams = connectors.flatMap((connector) => connector.upstreams)
  const silent = upstreams.filter(({ timing }) => !timing).map(({ id }) => id)
  expect(new Set(silent)).toEqual(withoutDelay)
  const priced = connectors
    .filter(({ area }) => ['quotes', 'price-history', 'derivatives', 'predictions'].includes(area))
    .flatMap((connector) => connector.upstreams)
  const nowhere = priced.filter(
    ({ id, timing }) =>
      timing && timing.delay !== 'periodic' && !timing.venue && !withoutVenue.has(id),
  )
  expect(nowhere).toEqual([])
})
