import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { type Fixture, recordedTransport } from '../../upstreams/testing/recorded.ts'
import { litigation } from './connector.ts'

const wells = { name: 'WELLS FARGO & COMPANY/MN', ticker: 'WFC' }
const coordinate = 'Entity.litigation'
describeConnector(litigation, [{ coordinate, args: {}, parent: wells }])

const { resolve } = litigation.fields[coordinate]!
const at = '2026-11-18T17:00:00Z'
const search = 'https://www.courtlistener.com/api/rest/v4/search/'
const first = `${search}?type=r&party_name=WELLS+FARGO&order_by=dateFiled+desc`
const feed: Fixture = {
  recorded: { at, url: 'https://www.sec.gov/enforcement-litigation/litigation-releases/rss' },
  body: `<rss><channel>
    <item><title>Somebody Else</title><description>Of Fargo Wells</description></item>
    <item><title>Jane Doe, Wells Fargo Advisors</title><pubDate>Mon, 01 Jun 2026 12:00:00 GMT</pubDate>
      <link>https://www.sec.gov/enforcement-litigation/litigation-releases/lr-26001</link></item>
  </channel></rss>`,
}
const page = (day: string, next: string | null) => ({
  next,
  results: Array.from({ length: 20 }, () => ({ caseName: 'A v. B', dateFiled: day })),
})

const shapes = new URL('../../../../../../shared/data/shapes/upstream_shapes.json', import.meta.url)
test.skipIf(!existsSync(shapes))('default: cases and releases (needs ../shared/data)', async () => {
  const recorded = JSON.parse(readFileSync(shapes, 'utf8'))['courtlistener_v4_search_type_r']
  const body = { ...recorded, next: null }
  const { value, provenance } = await resolve(
    wells,
    {},
    testContext(recordedTransport([feed, { recorded: { at, url: first }, body }])),
  )
  expect(value).toEqual([
    {
      caseName: 'Armony v. Wells Fargo Bank, N.A.',
      court: 'District Court, C.D. California',
      dateFiled: '2026-07-31',
      dateTerminated: null,
      docketNumber: '2:26-cv-08504',
      cause: null,
      parties: ['Armony', 'Wells Fargo Bank, N.A.'],
      url: 'https://www.courtlistener.com/docket/73707637/armony-v-wells-fargo-bank-na/',
      source: 'CourtListener',
    },
    expect.objectContaining({ source: 'SEC', dateFiled: '2026-06-01' }),
    expect.objectContaining({ dateFiled: '2020-02-28', dateTerminated: '2020-02-28' }),
  ])
  expect(provenance.map(({ source }) => source)).toEqual([
    'CourtListener, Free Law Project',
    'SEC litigation releases',
  ])
})

test('behavior: omits cases of parties whose names contain the name', async () => {
  const parties = [['Doe', 'Target Corporation'], ['Doe', 'On Target Labs LLC'], null]
  const results = parties.map((party) => ({ caseName: 'A v. B', dateFiled: '2026-08-01', party }))
  const url = first.replace('WELLS+FARGO', 'TARGET')
  const context = testContext(
    recordedTransport([feed, { recorded: { at, url }, body: { next: null, results } }]),
  )
  const { value } = await resolve({ ...wells, name: 'TARGET CORP' }, {}, context)
  expect(value).toMatchObject([{ parties: parties[0] }, { parties: [] }])
})

test('behavior: follows pages only at their own address', async () => {
  const next = `${search}?cursor=abc`
  const follow = async (link: string) => {
    const fixtures = [
      feed,
      { recorded: { at, url: first }, body: page('2026-08-01', link) },
      { recorded: { at, url: next }, body: page('2026-07-01', null) },
    ]
    const context = testContext(recordedTransport(fixtures))
    return (await resolve(wells, { filter: { limit: 100 } }, context)).value as unknown[]
  }
  expect(await follow(next)).toHaveLength(41)
  expect(await follow('https://evil.example/?cursor=abc')).toHaveLength(21)
})

test('behavior: without a token uses the releases; the sandbox has them too', async () => {
  const context = testContext(sandboxTransport({ now: () => new Date(at) }), {
    enabled: ({ id }) => id !== 'courtlistener',
  })
  const { value } = await resolve({ name: 'Tesla, Inc.' }, {}, context)
  expect(value).toMatchObject([{ source: 'SEC' }])
})

const releases = new URL(
  '../../../../../../shared/data/recorded/www.sec.gov/enforcement-litigation_litigation-releases_rss_2024-07-01_excerpt.xml',
  import.meta.url,
)
test.skipIf(!existsSync(releases))(
  'default: a release by its number, and the day of New York, as the feed gives it (needs ../shared/data)',
  async () => {
    // In the evening the day of UTC is the next one.
    const body = readFileSync(releases, 'utf8').replace('14:34:32 -0400', '20:34:32 -0400')
    const fixtures = recordedTransport([{ recorded: feed.recorded, body }])
    const context = testContext(fixtures, { enabled: ({ id }) => id !== 'courtlistener' })
    const { value } = await resolve({ name: 'Consensys Software Inc.' }, {}, context)
    expect(value).toMatchObject([
      { caseName: 'Consensys Software Inc.', docketNumber: 'LR-26039', dateFiled: '2024-07-01' },
    ])
  },
)

test.each(['LR26018', 'LR-26018', 'LR 26018'])(
  'behavior: the number %s is LR-26018, because the SEC writes it by hand',
  async (creator) => {
    const body = String(feed.body).replaceAll('<link>', `<dc:creator>${creator}</dc:creator><link>`)
    const fixtures = recordedTransport([{ recorded: feed.recorded, body }])
    const context = testContext(fixtures, { enabled: ({ id }) => id !== 'courtlistener' })
    const { value } = await resolve(wells, {}, context)
    expect(value).toMatchObject([{ docketNumber: 'LR-26018' }])
  },
)

test('behavior: reads the feed at its old address if the new one has none', async () => {
  const old = 'https://www.sec.gov/rss/litigation/litreleases.xml'
  const noFeed = { recorded: feed.recorded, body: '<html><body>Moved</body></html>' }
  const fixtures = recordedTransport([noFeed, { recorded: { at, url: old }, body: feed.body }])
  const context = testContext(fixtures, { enabled: ({ id }) => id !== 'courtlistener' })
  const { value } = await resolve(wells, {}, context)
  expect(value).toMatchObject([{ docketNumber: 'LR-26001' }])
})
