import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { baseSchema } from '../../sources/base-schema.ts'
import type { ConnectorContext } from '../../sources/connector.ts'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { marketStatus } from './connector.ts'

describeConnector(marketStatus)

const field = marketStatus.fields['Query.marketStatus']!

test('default: returns the current market status for one credit, with the rule as its source', async () => {
  const context = at('2026-11-20T15:00:00Z')
  expect(field.rate).toEqual({ credits: 1 })
  expect(await field.resolve(undefined, {}, context)).toEqual({
    value: {
      isOpen: true,
      session: 'REGULAR',
      marketState: 'REGULAR',
      nextOpen: '2026-11-23T09:30:00-05:00',
      nextClose: '2026-11-20T16:00:00-05:00',
      timezone: 'America/New_York',
    },
    provenance: [
      {
        source: 'NYSE calendar by rule',
        sourceUrl: 'https://www.nyse.com/markets/hours-calendars',
        asOf: '2026-11-20T15:00:00.000Z',
        retrievedAt: '2026-11-20T15:00:00.000Z',
        mode: 'mirror',
        stale: false,
        licence: 'own computation',
      },
    ],
  })
})

test('behavior: the SDL is valid with the base types, and has the names of the contract', () => {
  const schema = buildSchema(`${baseSchema}${marketStatus.sdl}`)
  const type = schema.getType('MarketStatus')
  const fields = type && 'getFields' in type ? Object.keys(type.getFields()) : []
  expect(fields).toEqual(
    expect.arrayContaining(['isOpen', 'session', 'nextOpen', 'nextClose', 'timezone']),
  )
})

/** A context with a clock and a mode. Any upstream request fails the test. */
function at(now: string): ConnectorContext {
  const refuse = () => {
    throw new Error('marketStatus asks no upstream')
  }
  return testContext({ mode: 'mirror', fetch: refuse }, { now: () => new Date(now) })
}
