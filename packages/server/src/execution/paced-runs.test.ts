import { expect, test } from 'vitest'
import type { Upstream } from '../sources/connector.ts'
import { testContext } from '../sources/testing/describe-connector.ts'
import { refuseBeyondPace } from './paced-runs.ts'

const gdelt = { name: 'GDELT', hosts: ['api.gdeltproject.org'] } as unknown as Upstream
const run = (runs: number) => ({ field: { pacedBy: gdelt }, runs })
const context = (mode: 'live' | 'sandbox', isOn = true) =>
  testContext({ mode, fetch: () => Promise.reject(new Error()) }, { enabled: () => isOn })

test('default: allows as many runs as the host permits while requests wait', () => {
  expect(() =>
    refuseBeyondPace([run(3), run(2), { field: {}, runs: 9 }], context('live')),
  ).not.toThrow()
})

test('error: refuses more runs than that, in one field or in several', () => {
  for (const planned of [[run(6)], [run(3), run(3)]])
    expect(() => refuseBeyondPace(planned, context('live'))).toThrow(
      expect.objectContaining({
        code: 'QUERY_TOO_LARGE',
        message: 'The query needs 6 requests of GDELT.',
        facts: ['Requests of one query: at most 5', 'Pace: one request every 5 seconds'],
      }),
    )
})

test('behavior: a source that is disabled or not live has no limit', () => {
  for (const each of [context('live', false), context('sandbox')])
    expect(() => refuseBeyondPace([run(60)], each)).not.toThrow()
})
