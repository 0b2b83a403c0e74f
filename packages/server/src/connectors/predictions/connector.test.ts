import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { refuseUnanswered } from '../../sources/field-readiness.ts'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import { predictions } from './connector.ts'
import { loadFromManifold } from './manifold.ts'
import { marketSchema, predictionOf } from './polymarket.ts'

const tesla = { name: 'Tesla, Inc.', ticker: 'TSLA' }
describeConnector(predictions, [
  { coordinate: 'Query.predictions', args: { query: 'fed' } },
  { coordinate: 'Entity.predictions', args: {}, parent: tesla },
])

const field = predictions.fields['Query.predictions']!
const { resolve, bounds } = field
const at = '2026-11-18T17:00:00Z'
const only = (...ids: string[]) => ({ enabled: ({ id }: { id: string }) => ids.includes(id) })

test('default: reads lists inside text, decimals of a dollar, and play money by its name', async () => {
  const fixtures = recordedTransport([
    {
      recorded: {
        at,
        url: 'https://gamma-api.polymarket.com/events?closed=false&active=true&order=volume&ascending=false&limit=500',
      },
      body: [
        {
          title: 'Fed in December',
          slug: 'fed-dec',
          markets: [
            {
              question: 'Fed cuts?',
              slug: 'cut',
              endDate: '2026-12-10T00:00:00Z',
              outcomes: '["Yes", "No"]',
              outcomePrices: ['0.75', '0.25'],
              volumeNum: 9.5,
            },
            { question: 'Fed hikes?', slug: 'hike', closed: true },
          ],
        },
        { title: 'Else', slug: 'else', markets: [{ question: 'Else?', slug: 'e' }] },
      ],
    },
    {
      recorded: {
        at,
        url: 'https://api.elections.kalshi.com/trade-api/v2/events?status=open&with_nested_markets=true&limit=100',
      },
      body: {
        cursor: '',
        events: [
          {
            event_ticker: 'FED-26DEC',
            title: 'Fed decision',
            markets: [
              {
                ticker: 'FED-26DEC-H0',
                title: 'Fed decision',
                yes_sub_title: 'Holds',
                close_time: '2026-12-09T00:00:00Z',
                last_price: 12,
                last_price_dollars: '0.1250',
                volume_fp: '1000.50',
              },
            ],
          },
        ],
      },
    },
    {
      recorded: {
        at,
        url: 'https://api.manifold.markets/v0/search-markets?filter=open&limit=100&term=fed',
      },
      body: [
        {
          question: 'Fed?',
          url: 'https://manifold.markets/a/b',
          outcomeType: 'BINARY',
          probability: 0.834,
          closeTime: 0,
        },
      ],
    },
  ])
  const { value, provenance } = await resolve(null, { query: 'fed' }, testContext(fixtures))
  expect(value).toEqual([
    {
      question: 'Fed cuts?',
      source: 'Polymarket',
      outcomes: [
        { name: 'Yes', probability: 0.75 },
        { name: 'No', probability: 0.25 },
      ],
      volume: 9.5,
      currency: 'USD',
      isPlayMoney: false,
      closesAt: '2026-12-10T00:00:00Z',
      url: 'https://polymarket.com/event/fed-dec',
    },
    expect.objectContaining({
      question: 'Fed decision: Holds',
      outcomes: [
        { name: 'Yes', probability: 0.125 },
        { name: 'No', probability: 0.875 },
      ],
      volume: 1000.5,
    }),
    expect.objectContaining({
      source: 'Manifold (play money)',
      outcomes: [
        { name: 'Yes', probability: 0.834 },
        { name: 'No', probability: 0.166 },
      ],
      isPlayMoney: true,
      currency: 'MANA',
      closesAt: '1970-01-01T00:00:00Z',
    }),
  ])
  expect(provenance).toHaveLength(3)
})

const shapes = new URL('../../../../../../shared/data/shapes/upstream_shapes.json', import.meta.url)
test.skipIf(!existsSync(shapes))('behavior: a market as recorded (needs ../shared/data)', () => {
  const recorded = JSON.parse(readFileSync(shapes, 'utf8'))['polymarket_gamma_market']
  expect(predictionOf(marketSchema.parse(recorded), 'event')).toMatchObject({
    outcomes: [
      { name: 'Yes', probability: 0.0075 },
      { name: 'No', probability: 0.9925 },
    ],
    volume: 99950.751569,
    closesAt: '2026-02-17T17:00:00Z',
  })
})

const played = new URL(
  '../recorded/api.manifold.markets/v0_market_tiktok_2023-07_as_list.json',
  shapes,
)
test.skipIf(!existsSync(played))(
  'behavior: a numeric market has no yes and no (needs ../shared/data)',
  async () => {
    const url = 'https://api.manifold.markets/v0/search-markets?filter=open&limit=100&term=tiktok'
    const outcomesOf = async (body: unknown) => {
      const context = testContext(recordedTransport([{ recorded: { at, url }, body }]))
      const [found] = (await loadFromManifold('tiktok', context)).value
      return found?.outcomes
    }
    const [market] = JSON.parse(readFileSync(played, 'utf8'))
    expect(await outcomesOf([market])).toMatchObject([{ name: 'Yes' }, { name: 'No' }])
    expect(await outcomesOf([{ ...market, outcomeType: 'PSEUDO_NUMERIC' }])).toEqual([])
  },
)

test('behavior: the sandbox has markets about anyone', async () => {
  const context = testContext(sandboxTransport({ now: () => new Date(at) }))
  const { value } = await predictions.fields['Entity.predictions']!.resolve(tesla, {}, context)
  expect(new Set((value as { source: string }[]).map(({ source }) => source)).size).toBe(3)
})

test('error: while disabled, names the setting before anything is priced', async () => {
  const context = testContext(recordedTransport([]), only())
  expect(() => refuseUnanswered(predictions, field, context)).toThrow(
    expect.objectContaining({
      code: 'NOT_CONFIGURED',
      facts: expect.arrayContaining(['FIQ_RESTRICTED_UPSTREAMS=polymarket turns on Polymarket']),
    }),
  )
})

test('error: refuses an empty query', () => {
  for (const query of ['', ' ? ', 'x'.repeat(201)])
    expect(() => bounds!({ query })).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
})
