import { catalog } from '@fiq/shared/catalog/catalog'
import { disclaimers } from '@fiq/shared/catalog/disclaimers'
import { schemaText, tariff } from '@fiq/shared/schema/contract'
import Fastify from 'fastify'
import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import type { Upstream } from '../../sources/connector.ts'
import { errorPage } from './error-page.ts'
import { pagesSurface, wantsPage } from './pages.ts'

type Troubles = { operation: string; failures: number }[]

const upstream = (id: string, more: Partial<Upstream> = {}): Upstream => ({
  id,
  name: `Source <${id}>`,
  hosts: [`${id}.example`],
  url: 'https://example.org',
  licence: { class: 'public', text: 'US government work' },
  delay: 'as filed',
  ...more,
})

function pages(
  more: { unavailable?: Record<string, string>; devnet?: boolean; troubles?: () => Troubles } = {},
) {
  const app = Fastify()
  const { unavailable = {}, devnet = false, troubles = () => [] } = more
  pagesSurface(
    app,
    {
      version: '1.2.3',
      dataMode: devnet ? 'sandbox' : 'live',
      devnet,
      payTo: `0x${'b'.repeat(40)}`,
      contract: { schema: buildSchema(schemaText), tariff: { ...tariff, unavailable } },
      connectors: [
        { area: 'a', upstreams: [upstream('one'), upstream('two', { key: 'TWO_KEY' })] },
        { area: 'b', upstreams: [upstream('one')] },
      ],
      enabled: ({ id }) => id === 'one',
      troubles,
      nowMs: () => Date.parse('2026-11-22T14:39:06Z'),
    },
    (host) => `https://${host}`,
  )
  return async (path: string) =>
    (await app.inject({ url: path, headers: { host: 'fiq.test', accept } })).body.replace(
      /\s+/g,
      ' ',
    )
}

/** The value that browsers send. */
const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'

/** The visible text, so that failures do not print the style sheet. */
const textOf = (page: string) =>
  page
    .replace(/^.*<\/head>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')

describe('the front page', () => {
  test('default: shows a query with its price line by line, and every tool with a typical price', async () => {
    const page = textOf(await pages()('/'))
    expect(page).toContain('priceHistory(range: "1y") 3 0.009 entitiesByTickers 3 0.009')
    expect(page).toContain('18 credits 0.054 Pay 0.054 USDC')
    for (const { name } of catalog) expect(page).toContain(name)
    expect(page).toContain('50 tickers, 5 years of days 0.750')
    expect(page).toContain('curl -i https://fiq.test/tools/quotes')
  })

  test('behavior: without scripts the form prices another query', async () => {
    const page = textOf(
      await pages()('/?edited=1&t=AAPL&t=MSFT&add=tsla+nvda&drop=MSFT&line=market'),
    )
    expect(page).toContain('market { price } 3 0.009')
    expect(page).toContain('6 credits 0.018 Pay 0.018 USDC')
    const one = textOf(await pages()('/?edited=1&t=AAPL'))
    expect(one).toContain('minimum 0.012 5 credits 0.015')
  })

  test('error: a hostile address is shown as text, with limited length', async () => {
    const page = await pages()(`/?edited=1&t=%3Cscript%3E&line=x&add=${'A,'.repeat(2_000)}`)
    expect(page).not.toContain('<script>')
    expect(textOf(page)).toContain('entitiesByTickers 1 0.003')
  })

  test('behavior: the sandbox states that it is one, a real service does not', async () => {
    expect(await pages({ devnet: true })('/')).toContain('Invented figures, play money.')
    expect(await pages()('/')).not.toContain('Invented figures')
  })

  test('error: a tool without a source has no price, and a line without a source is not offered', async () => {
    const unavailable = { 'Query.screen': 'stock screens', 'Query.priceHistory': 'price history' }
    const page = textOf(await pages({ unavailable })('/'))
    expect(page).toContain('screen 100 rows not configured')
    expect(page).not.toContain('priceHistory(range')
    const none = textOf(await pages({ unavailable: { 'Query.entitiesByTickers': 'x' } })('/'))
    expect(none).not.toContain('Edit in GraphiQL')
  })
})

describe('the sources page', () => {
  test('behavior: lists each source once, with its status and how to enable it', async () => {
    const page = textOf(await pages()('/sources'))
    expect(page.match(/Source &lt;one&gt;/g)).toHaveLength(1)
    expect(page).toContain('Source &lt;one&gt; on a, b as filed US government work')
    expect(page).toContain(
      'Source &lt;two&gt; off a as filed US government work TWO_KEY turns it on',
    )
  })

  test('default: sources that answer come before those that are off', async () => {
    const page = textOf(await pages()('/sources'))
    expect(page.indexOf('Source &lt;one&gt;')).toBeLessThan(page.indexOf('Source &lt;two&gt;'))
  })

  test('behavior: gives the same rows as a file', async () => {
    const read = pages()
    expect(await read('/sources')).toContain('href="/sources.csv"')
    const file = await read('/sources.csv')
    expect(file).toContain('Age of its data,Licence class,Licence')
    expect(file).toContain('Source <one>,https://example.org,on,,"a, b",as filed,public,')
    expect(file).toContain('Source <two>,https://example.org,off,TWO_KEY turns it on,a,as filed,')
  })

  test('behavior: marks a source that fails now, until it works again', async () => {
    const troubles: Troubles = [
      { operation: 'one.example/a/', failures: 1 },
      { operation: 'one.example/b/', failures: 4 },
      { operation: 'elsewhere.example/', failures: 9 },
    ]
    const read = pages({ troubles: () => troubles })
    expect(textOf(await read('/sources'))).toContain('failing failed 4 times in a row')
    expect(textOf(await read('/'))).toContain('1 failing, 1 off')
    troubles.length = 0
    expect(textOf(await read('/sources'))).not.toContain('failed')
  })
})

test.each(['/', '/sources', '/graphiql'])(
  'default: %s has all disclaimers, sandbox or not',
  async (path) => {
    for (const facts of [{}, { devnet: true }] as const) {
      const page = await pages(facts)(path)
      for (const disclaimer of disclaimers) expect(page).toContain(disclaimer)
    }
  },
)

test('default: the first view needs no second request', async () => {
  for (const path of ['/', '/sources', '/graphiql']) {
    const page = await pages()(path)
    const [head = '', body = ''] = page.split('</head>')
    expect(head).toContain('<style>')
    expect(head).not.toContain('stylesheet')
    expect(body.split('<link')[0]).toMatch(/<h1[ >].*<footer/)
  }
})

test('default: the frame of GraphiQL is readable before any script runs', async () => {
  const page = await pages()('/graphiql')
  expect(page).toContain('<h1>Write a query, see its price</h1>')
  expect(page.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/pages/graphiql.js">'])
})

test('error: a refusal is a page for people: the code, the money, the remedy', async () => {
  const markup = await pages()('/tools/quote')
  expect(markup).toContain('<a href="/tools/quotes">quotes</a>?')
  const page = textOf(markup)
  expect(page).toContain('404 UNKNOWN_TOOL')
  expect(page).toContain('There is no tool "quote".')
  expect(page).toContain('Nothing was paid.')
})

test('error: a query at a GET address leads to GraphiQL with that query', async () => {
  const refusal = {
    ...{
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
      message: 'Use POST.',
      facts: [],
      funds: 'untouched',
    },
    remedy: 'Use a method named in the Allow header.',
  }
  const pageOf = (graphiql?: string) =>
    String(
      errorPage(refusal, {
        ...{ facts: { version: '1', dataMode: 'live', devnet: false }, style: '', program: '{}' },
        ...{ graphiql, request: 'req_1' },
      }),
    )
  const page = pageOf('/graphiql#query=%7Ba%7D')
  expect(page).toContain('<a class="btn main" href="/graphiql#query=%7Ba%7D">Open GraphiQL</a>')
  expect(textOf(page)).toContain('Open GraphiQL: it shows the price of this query')
  expect(textOf(pageOf())).toContain('Use a method named in the Allow header.')
})

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

test.each([
  ['GET', browser, true],
  ['HEAD', browser, true],
  ['POST', browser, false],
  ['GET', '*/*', false],
  ['GET', undefined, false],
  ['GET', 'application/json, text/html', false],
  ['GET', 'application/graphql-response+json, text/html;q=0.5', false],
])('default: %s with Accept %s: %s', (method, accept, wants) => {
  expect(wantsPage({ method, headers: accept === undefined ? {} : { accept } })).toBe(wants)
})
