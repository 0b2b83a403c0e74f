import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { ErrorCode } from '@fiq/shared/errors'
import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { createConnectorContext } from '../context.ts'
import { loadConsolidatedList, loadSdnList, ofac } from './ofac.ts'

const rows: Record<string, string> = {
  'SDN.CSV': `7,"ACME",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- `,
  'ALT.CSV': '7,1,"aka","APEX",-0- ',
  'ADD.CSV': '7,1,-0- ,"Havana","Cuba",-0- ',
  'SDN_COMMENTS.CSV': `7,"a.k.a. 'AKME'."`,
}

function contextFailing(file: string, code: ErrorCode) {
  const hosts = new Set<string>()
  const context = createConnectorContext({
    files: { bars: () => undefined, series: () => undefined, tickers: () => [] },
    now: () => new Date('2024-05-02'),
    allowed: new Set(),
    upstreams: {
      mode: 'recorded',
      async fetch({ url }) {
        hosts.add(url.hostname)
        const name = url.pathname.split('/').at(-1)!
        if (name === file) throw new FiqError(code, `${file} fails.`)
        if (rows[name] === undefined) throw new FiqError('NOT_FOUND', `No ${name}.`)
        const body = new TextEncoder().encode(rows[name])
        return { body, mode: 'recorded', asOf: null, retrievedAt: '2024-05-02T00:00:00Z' }
      },
    },
  })
  return { context, hosts }
}

test('default: reads the names of all four files; requests only declared hosts', async () => {
  const { context, hosts } = contextFailing('', 'NOT_FOUND')
  const { entries, answer } = await loadSdnList(context)
  expect(entries).toMatchObject([{ name: 'ACME', listName: 'SDN', aliases: ['APEX', 'AKME'] }])
  expect(answer).toMatchObject({
    mode: 'recorded',
    asOf: null,
    retrievedAt: '2024-05-02T00:00:00Z',
  })
  expect([...hosts].filter((host) => !ofac.hosts.includes(host))).toEqual([])
})

const consolidated = new URL('../../../../../../shared/data/ofac/cons_prim.csv.gz', import.meta.url)
test.skipIf(!existsSync(consolidated))(
  'default: the consolidated list without its side files (needs ../shared/data)',
  async () => {
    rows['CONS_PRIM.CSV'] = gunzipSync(readFileSync(consolidated)).toString()
    const { entries } = await loadConsolidatedList(
      contextFailing('CONS_ALT.CSV', 'NOT_FOUND').context,
    )
    expect(entries.length).toBeGreaterThan(400)
    expect(entries[0]).toMatchObject({
      id: '9639',
      listName: 'OFAC Consolidated',
      name: 'HANIYA, Ismail Abdul Salah',
      type: 'individual',
      programs: ['NS-PLC'],
    })
  },
)

test('error: comments may be absent, but a failing source is not treated as absence', async () => {
  const absent = await loadSdnList(contextFailing('SDN_COMMENTS.CSV', 'NOT_FOUND').context)
  expect(absent.entries).toHaveLength(1)
  await expect(
    loadSdnList(contextFailing('SDN_COMMENTS.CSV', 'UPSTREAM_UNAVAILABLE').context),
  ).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  await expect(loadSdnList(contextFailing('ALT.CSV', 'NOT_FOUND').context)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
