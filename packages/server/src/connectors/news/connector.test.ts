import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { apple, describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import type { Transport } from '../../upstreams/transport.ts'
import { news } from './connector.ts'

describeConnector(news, [
  { coordinate: 'Entity.news', args: {}, parent: apple },
  { coordinate: 'Query.news', args: { query: 'interest rates' } },
])

const { resolve, bounds } = news.fields['Query.news']!
const ofEntity = news.fields['Entity.news']!
const at = '2026-11-18T17:00:00Z'
const only = (...ids: string[]) => ({ enabled: ({ id }: { id: string }) => ids.includes(id) })
const gdeltUrl = (query: string, rest = '') =>
  `https://api.gdeltproject.org/api/v2/doc/doc?query=${query}&mode=artlist&format=json&maxrecords=250&sort=datedesc${rest}`

const short = new URL(
  '../../../../../../shared/data/recorded/api.gdeltproject.org/api_v2_doc_doc_short_phrase_status200.txt',
  import.meta.url,
)

describe('names of up to four letters', () => {
  const gdeltAnswers = (query: string, body: unknown) =>
    testContext(
      recordedTransport([{ recorded: { at, url: gdeltUrl(query) }, body }]),
      only('gdelt'),
    )

  test.each([
    ['Visa', 'Visa'],
    ['3M', '%223M+company%22'],
    ['AT&T', '%22AT%26T+company%22'],
    ['Apple', '%22Apple%22'],
  ])('default: %s is searched as %s', async (name, query) => {
    const article = {
      url: 'https://a.example/1',
      title: `${name} grows`,
      seendate: '20261118T120000Z',
      domain: 'a.example',
    }
    const context = gdeltAnswers(query, { articles: [article] })
    const { value } = await resolve(null, { query: name }, context)
    expect(value).toMatchObject([{ title: `${name} grows` }])
  })

  test.skipIf(!existsSync(short))(
    'error: a refused phrase is not an article, a refused pace is a rate limit (needs ../shared/data)',
    async () => {
      const refused = gdeltAnswers('Visa', readFileSync(short, 'utf8'))
      expect((await resolve(null, { query: 'Visa' }, refused)).value).toEqual([])
      const limited = gdeltAnswers('Visa', 'Please limit requests to one every 5 seconds.')
      await expect(resolve(null, { query: 'Visa' }, limited)).rejects.toMatchObject({
        code: 'UPSTREAM_RATE_LIMITED',
      })
    },
  )
})

describe('news', () => {
  test('default: merges GDELT and feeds, each article once, newest first', async () => {
    const articles = [
      {
        url: 'https://a.example/1',
        title: 'Fed holds , again',
        seendate: '20261118T120000Z',
        domain: 'a.example',
        language: 'English',
      },
      {
        url: 'javascript:alert(1)',
        title: 'no',
        seendate: '20261118T120000Z',
        domain: 'b.example',
      },
    ]
    const item = (title: string, day: string) =>
      `<item><title>${title}</title><link>https://www.federalreserve.gov/${day}</link><pubDate>${day} Nov 2026 12:00:00 GMT</pubDate></item>`
    const fixtures = recordedTransport([
      { recorded: { at, url: gdeltUrl('fed') }, body: { articles } },
      {
        recorded: { at, url: 'https://www.federalreserve.gov/feeds/press_all.xml' },
        body: `<rss><channel>${item('Fed holds, again', '17')}${item('Fed speaks', '16')}${item('Other', '15')}</channel></rss>`,
      },
    ])
    const context = testContext(fixtures, only('gdelt', 'fed-press'))
    const { value, provenance } = await resolve(null, { query: 'fed' }, context)
    expect(value).toEqual([
      {
        title: 'Fed holds, again',
        date: '2026-11-18T12:00:00Z',
        source: 'a.example',
        url: 'https://a.example/1',
        language: 'en',
      },
      {
        title: 'Fed speaks',
        date: '2026-11-16T12:00:00Z',
        source: 'Federal Reserve',
        url: 'https://www.federalreserve.gov/16',
        language: 'en',
      },
    ])
    expect(provenance).toHaveLength(2)
  })

  test('behavior: sends language and bounds to GDELT; no match is an empty list', async () => {
    const url = gdeltUrl(
      'fed+sourcelang%3Agerman',
      '&startdatetime=20261101000000&enddatetime=20261102235959',
    )
    const context = testContext(
      recordedTransport([{ recorded: { at, url }, body: {} }]),
      only('gdelt'),
    )
    const filter = { language: 'de', since: '2026-11-01', until: '2026-11-02' }
    expect((await resolve(null, { query: 'fed', filter }, context)).value).toEqual([])
  })

  test('behavior: searches the press if the operator enabled it, each paper with its name', async () => {
    const url = 'https://news.google.com/rss/search?q=%22fed%22&hl=en'
    const body =
      '<rss><channel><item><title>Rates hold - The Post</title><link>https://news.google.com/rss/articles/1</link><pubDate>Tue, 17 Nov 2026 12:00:00 GMT</pubDate><source url="https://post.example">The Post</source></item></channel></rss>'
    const context = testContext(
      recordedTransport([{ recorded: { at, url }, body }]),
      only('google-news'),
    )
    expect((await resolve(null, { query: 'fed' }, context)).value).toMatchObject([
      { source: 'The Post', date: '2026-11-17T12:00:00Z', language: 'en' },
    ])
  })

  test('behavior: queries vendors by ticker, only for entities', async () => {
    const url = 'https://finnhub.io/api/v1/company-news?symbol=AAPL&from=2026-10-19&to=2026-11-18'
    const body = [
      { headline: 'H', datetime: 1_763_400_000, source: 'Reuters', url: 'https://r.example/h' },
    ]
    const context = testContext(
      recordedTransport([{ recorded: { at, url }, body }]),
      only('finnhub-news'),
    )
    expect((await ofEntity.resolve(apple, {}, context)).value).toMatchObject([
      { title: 'H', source: 'Reuters', date: '2025-11-17T17:20:00Z' },
    ])
    expect((await resolve(null, { query: 'x' }, context)).value).toEqual([])
  })

  test('behavior: the sandbox has headlines of any company', async () => {
    const context = testContext(
      sandboxTransport({ now: () => new Date(at) }),
      only('gdelt', 'fed-press', 'sec-press'),
    )
    const { value } = await ofEntity.resolve(apple, { filter: { limit: 3 } }, context)
    expect(value).toHaveLength(3)
  })

  test.each([
    { query: ' … ' },
    { query: 'x'.repeat(201) },
    { query: 'x', filter: { language: 'english' } },
    { query: 'x', filter: { keywords: Array(21).fill('a') } },
    { query: 'x', filter: { sources: [''] } },
    { query: 'x', filter: { limit: 501 } },
  ])('error: %j is out of bounds', (args) => {
    expect(() => bounds!(args)).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
  })
})

const recorded = new URL('../../../../../../shared/data/yahoo/news_ncp_3.json.gz', import.meta.url)
test.skipIf(!existsSync(recorded))(
  'default: Yahoo as recorded (needs ../shared/data)',
  async () => {
    const { body } = JSON.parse(gunzipSync(readFileSync(recorded)).toString())
    const upstreams: Transport = {
      mode: 'recorded',
      fetch: async () => ({
        body: new TextEncoder().encode(JSON.stringify(body)),
        mode: 'recorded',
        asOf: at,
        retrievedAt: at,
      }),
    }
    const context = testContext(upstreams, only('yahoo-news'))
    const { value } = await ofEntity.resolve(
      apple,
      { filter: { keywords: ['amazon'], limit: 1 } },
      context,
    )
    expect(value).toEqual([
      {
        title: 'Amazon Expands Satellite, Cloud And Robotics Investments As Valuation Gap Widens',
        date: '2026-06-13T20:08:31Z',
        source: 'Simply Wall St.',
        url: 'https://finance.yahoo.com/markets/stocks/articles/amazon-expands-satellite-cloud-robotics-200831338.html',
        language: 'en',
      },
    ])
  },
)
