import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { createConnectorContext } from '../context.ts'
import { addressOfList, listUpstreams, loadScreening } from './load-lists.ts'

const sdn: Record<string, string> = {
  'SDN.CSV': `7,"ACME",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- `,
  'ALT.CSV': '7,1,"aka","APEX",-0- ',
  'ADD.CSV': '7,1,-0- ,"Havana","Cuba",-0- ',
}

/** The UN's list fails until it is available; the others always fail. */
function scene() {
  let now = Date.parse('2024-05-02')
  let isUnThere = false
  let unAsked = 0
  const un = `<CONSOLIDATED_LIST><ENTITIES><ENTITY><FIRST_NAME>UNITED</FIRST_NAME></ENTITY></ENTITIES></CONSOLIDATED_LIST>`
  const context = createConnectorContext({
    files: { bars: () => undefined, series: () => undefined, tickers: () => [] },
    now: () => new Date(now),
    allowed: new Set(),
    upstreamKeyOf: () => undefined,
    upstreams: {
      mode: 'recorded',
      async fetch({ url }) {
        const isUn = url.host === 'scsanctions.un.org'
        if (isUn) unAsked += 1
        const text = isUn && isUnThere ? un : sdn[url.pathname.split('/').at(-1)!]
        if (text === undefined) throw new FiqError('NOT_FOUND', `No ${url.host}.`)
        const body = new TextEncoder().encode(text)
        return { body, mode: 'recorded', asOf: null, retrievedAt: new Date(now).toISOString() }
      },
    },
  })
  return {
    context,
    requests: () => unAsked,
    appear: () => (isUnThere = true),
    pass: (minutes: number) => (now += minutes * 60_000),
  }
}

test('behavior: requests a failed list again after a while, once for all callers', async () => {
  const { context, requests, appear, pass } = scene()
  await loadScreening(context)
  appear()
  const still = await loadScreening(context)
  expect(requests()).toBe(1)
  expect(still.provenance).toHaveLength(1)
  pass(16)
  const { value, provenance } = await loadScreening(context)
  expect(value.lists.find(({ name }) => name === 'UN')).toMatchObject({ isScreened: true })
  expect(value.index.names.map(({ text }) => text)).toEqual(['ACME', 'APEX', 'UNITED'])
  expect(provenance).toHaveLength(2)
})

test('behavior: reads a cached list once a day', async () => {
  const { context, requests, appear, pass } = scene()
  appear()
  const first = await loadScreening(context)
  pass(60)
  expect((await loadScreening(context)).value.index).toBe(first.value.index)
  expect(requests()).toBe(1)
  pass(24 * 60)
  await loadScreening(context)
  expect(requests()).toBe(2)
})

test('behavior: returns the address of a list by the name in a match', () => {
  expect(addressOfList('UN')).toBe('https://scsanctions.un.org/resources/xml/en/consolidated.xml')
  expect(addressOfList('CSL: Entity List')).toContain('data.trade.gov')
  expect(new Set(listUpstreams.map(({ id }) => id)).size).toBe(6)
})
