import { HTTPFacilitatorClient } from '@x402/core/server'
import {
  extractDiscoveryInfo,
  validateDiscoveryExtension,
  withBazaar,
} from '@x402/extensions/bazaar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServer } from '../packages/server/src/compose/start-server.ts'
import { catalog } from '../packages/shared/src/catalog/catalog.ts'
import { decodeHeader } from '../packages/shared/src/payment/header-codec.ts'
import { discoveryHeaderMax } from '../packages/shared/src/payment/payment-required.ts'
import { runningServer } from './testing/running-server.ts'

let server: RunningServer
beforeAll(async () => {
  server = await runningServer({ serveFacilitator: 'on' })
})
afterAll(() => server.close())

// biome-ignore lint/suspicious/noExplicitAny: JSON as a directory reads it
type Json = any

const quoteOf = async (name: string, input: object) => {
  const { status, headers } = await fetch(`${server.url}/tools/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  expect(status).toBe(402)
  const header = headers.get('payment-required')!
  return { length: header.length, required: decodeHeader(header) as Json }
}

test.each(catalog)(
  'default: the 402 of $name explains the call within 4 KB',
  async ({ name, variables }) => {
    const { length, required } = await quoteOf(name, variables)
    expect(length).toBeLessThanOrEqual(discoveryHeaderMax)
    const { bazaar } = required.extensions
    expect(validateDiscoveryExtension(bazaar)).toEqual({ valid: true })
    const { accepts, resource, extensions } = required
    const payload = { x402Version: 2, resource, accepted: accepts[0], payload: {}, extensions }
    const found = extractDiscoveryInfo(payload as never, accepts[0]) as Json
    expect(found).toMatchObject({ resourceUrl: `${server.url}/tools/${name}`, method: 'POST' })
    // The price of the example is the stated price or less.
    const example = await quoteOf(name, bazaar.info.input.body)
    expect(Number(example.required.accepts[0].amount)).toBeLessThanOrEqual(
      Number(accepts[0].amount),
    )
  },
)

test('default: a stock client lists the tools of the facilitator page by page', async () => {
  const client = withBazaar(new HTTPFacilitatorClient({ url: `${server.url}/facilitator` }))
  const { bazaar } = client.extensions
  const all = await bazaar.listResources()
  expect(all.pagination).toEqual({ limit: 100, offset: 0, total: all.items.length })
  expect(all.items.map(({ resource }) => resource)).toEqual(
    catalog.map(({ name }) => `${server.url}/tools/${name}`),
  )
  for (const { accepts, extensions, resource } of all.items) {
    expect(validateDiscoveryExtension(extensions!['bazaar'] as never)).toEqual({ valid: true })
    const tool = catalog.find(({ name }) => resource.endsWith(`/${name}`))!
    const { required } = await quoteOf(tool.name, tool.variables)
    expect(accepts).toEqual(required.accepts)
  }
  const page = await bazaar.listResources({ limit: 2, offset: 1, type: 'http' })
  expect(page.items).toEqual(all.items.slice(1, 3))
  expect((await bazaar.listResources({ type: 'mcp' })).items).toEqual([])
  await expect(bazaar.listResources({ limit: 0 })).rejects.toThrow('400')
})
