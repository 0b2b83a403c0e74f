import { disclaimers } from '@fiq/shared/catalog/disclaimers'
import { schemaText, tariff } from '@fiq/shared/schema/contract'
import Fastify from 'fastify'
import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import type { Upstream } from '../../sources/connector.ts'
import { pagesSurface } from './pages.ts'

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
    },
    (host) => `https://${host}`,
  )
  return async (path: string) =>
    (await app.inject({ url: path, headers: { host: 'fiq.test' } })).body.replace(/\s+/g, ' ')
}

describe('the front page', () => {
  test('default: every tool with the price of its example, and where to send it', async () => {
    const page = await pages()('/')
    expect(page.match(/<article/g)).toHaveLength(16)
    expect(page).toContain('quotes <span class="price">0.015 USDC</span>')
    expect(page).toContain('curl -i https://fiq.test/tools/quotes')
    expect(page).toContain('fiq tool quotes')
    expect(page).toContain('{&quot;name&quot;:&quot;quotes&quot;,&quot;arguments&quot;:{')
  })

  test('behavior: each source once, with its status and what turns it on', async () => {
    const page = await pages()('/')
    expect(page.match(/Source &lt;one&gt;/g)).toHaveLength(1)
    expect(page).toMatch(/Source &lt;one&gt;<\/th> <td>on<\/td>/)
    expect(page).toMatch(/Source &lt;two&gt;<\/th> <td>off; TWO_KEY turns it on<\/td>/)
  })

  test('behavior: a source that fails now says so, and again not when it answers', async () => {
    const troubles: Troubles = [
      { operation: 'one.example/a/', failures: 1 },
      { operation: 'one.example/b/', failures: 4 },
      { operation: 'elsewhere.example/', failures: 9 },
    ]
    const ask = pages({ troubles: () => troubles })
    expect(await ask('/')).toMatch(/Source &lt;one&gt;<\/th> <td>on; failed 4 times in a row<\/td>/)
    troubles.length = 0
    expect(await ask('/')).toMatch(/Source &lt;one&gt;<\/th> <td>on<\/td>/)
  })

  test('behavior: the sandbox says so, a real service does not', async () => {
    expect(await pages({ devnet: true })('/')).toContain('Invented figures, play money.')
    expect(await pages()('/')).not.toContain('Invented figures')
  })

  test('error: a tool without a source has no price', async () => {
    const page = await pages({ unavailable: { 'Query.screen': 'stock screens' } })('/')
    expect(page).toContain('screen <span class="price">not configured</span>')
  })
})

test.each(['/', '/graphiql'])('default: %s has all disclaimers, sandbox or not', async (path) => {
  for (const facts of [{}, { devnet: true }] as const) {
    const page = await pages(facts)(path)
    for (const disclaimer of disclaimers) expect(page).toContain(disclaimer)
  }
})

test('default: what is seen first waits for no second answer', async () => {
  for (const path of ['/', '/graphiql']) {
    const page = await pages()(path)
    const [head = '', body = ''] = page.split('</head>')
    expect(head).toContain('<style>')
    expect(head).not.toContain('stylesheet')
    expect(body.split('<link')[0]).toMatch(/<h1>.*<footer/)
  }
})

test('default: the frame of GraphiQL is readable before any script ran', async () => {
  const page = await pages()('/graphiql')
  expect(page).toContain('<h1>Write a query, see its price</h1>')
  expect(page.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/pages/graphiql.js">'])
})
