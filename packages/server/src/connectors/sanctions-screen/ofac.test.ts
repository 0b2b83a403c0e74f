import type { ErrorCode } from '@fiq/shared/errors'
import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { openConnectorContext } from '../context.ts'
import { loadSdnList, ofac } from './ofac.ts'

const rows: Record<string, string> = {
  'SDN.CSV': `7,"ACME",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- `,
  'ALT.CSV': '7,1,"aka","APEX",-0- ',
  'ADD.CSV': '7,1,-0- ,"Havana","Cuba",-0- ',
  'SDN_COMMENTS.CSV': `7,"a.k.a. 'AKME'."`,
}

function contextFailing(file: string, code: ErrorCode) {
  const hosts = new Set<string>()
  const context = openConnectorContext({
    files: { bars: () => undefined, series: () => undefined, tickers: () => [] },
    now: () => new Date('2024-05-02'),
    allowed: new Set(),
    upstreams: {
      mode: 'recorded',
      async fetch({ url }) {
        hosts.add(url.hostname)
        const name = url.pathname.split('/').at(-1)!
        if (name === file) throw new FiqError(code, `${file} fails.`)
        const body = new TextEncoder().encode(rows[name])
        return { body, mode: 'recorded', asOf: null, retrievedAt: '2024-05-02T00:00:00Z' }
      },
    },
  })
  return { context, hosts }
}

test('default: names of all four files are in the index; only declared hosts are asked', async () => {
  const { context, hosts } = contextFailing('', 'NOT_FOUND')
  const { value, provenance } = await loadSdnList(context)
  expect(value.names.map(({ text }) => text)).toEqual(['ACME', 'APEX', 'AKME'])
  expect(provenance[0]).toMatchObject({ asOf: null, stale: false })
  expect([...hosts].filter((host) => !ofac.hosts.includes(host))).toEqual([])
})

test('error: comments may be absent, but a failing source is not taken for absence', async () => {
  const absent = await loadSdnList(contextFailing('SDN_COMMENTS.CSV', 'NOT_FOUND').context)
  expect(absent.value.entries).toBe(1)
  await expect(
    loadSdnList(contextFailing('SDN_COMMENTS.CSV', 'UPSTREAM_UNAVAILABLE').context),
  ).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  await expect(loadSdnList(contextFailing('ALT.CSV', 'NOT_FOUND').context)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
