import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import type { Facilitator, Settlement } from '../settlement/facilitator.ts'
import type { UpstreamAnswer } from '../upstreams/transport.ts'
import { measuredFacilitator, measuredTransport } from './measured.ts'

test('default: counts requests of hosts by outcome', async () => {
  const noted: unknown[] = []
  const failures: boolean[] = []
  const answers: (UpstreamAnswer | FiqError)[] = [
    { body: new Uint8Array(), mode: 'live', asOf: null, retrievedAt: 'r' },
    new FiqError('UPSTREAM_UNAVAILABLE', 'down'),
    new FiqError('NOT_FOUND', 'none'),
  ]
  const { transport, health } = measuredTransport(
    {
      mode: 'live',
      async fetch() {
        const next = answers.shift()
        if (!next || next instanceof FiqError) throw next
        return next
      },
    },
    { upstreamAnswered: (host, outcome) => void noted.push([host, outcome]) },
    { source: (_, isFailed) => void failures.push(isFailed) },
    () => new Date(0),
  )
  const request = { url: new URL('https://data.sec.gov/x'), expects: 'json' } as const
  await transport.fetch(request)
  await expect(transport.fetch(request)).rejects.toThrow('down')
  await expect(transport.fetch(request)).rejects.toThrow('none')
  expect(failures).toEqual([false, true, false])
  const at = '1970-01-01T00:00:00.000Z'
  expect(health()).toEqual([
    {
      host: 'data.sec.gov',
      answered: 2,
      failed: 1,
      lastAnsweredAt: at,
      lastFailedAt: at,
      lastFailure: 'UPSTREAM_UNAVAILABLE',
    },
  ])
  expect(noted).toEqual([
    ['data.sec.gov', 'ok'],
    ['data.sec.gov', 'UPSTREAM_UNAVAILABLE'],
    ['data.sec.gov', 'NOT_FOUND'],
  ])
})

test('default: times settlements by outcome', async () => {
  const noted: string[] = []
  const settlement: Settlement = { outcome: 'settled', transaction: '0x1' }
  const facilitator = { settle: async () => settlement } as unknown as Facilitator
  const measured = measuredFacilitator(facilitator, { settled: (is) => void noted.push(is) })
  expect(await measured.settle({} as never, { onBroadcast() {} })).toBe(settlement)
  expect(noted).toEqual(['settled'])
})
