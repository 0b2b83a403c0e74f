import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import type { Transport } from '../../upstreams/transport.ts'
import { testContext } from '../testing/describe-connector.ts'
import { isGovernmentWork, refuseUnsold } from './fred-terms.ts'

const live = (name: string): Transport => ({
  mode: 'live',
  async fetch({ url }) {
    if (url.pathname !== '/fred/series/tags') throw new FiqError('UPSTREAM_UNAVAILABLE', 'down')
    const tags = [
      { name: 'usa', group_id: 'geo' },
      { name, group_id: 'cc' },
    ]
    const body = new TextEncoder().encode(JSON.stringify({ tags }))
    return { body, mode: 'live', asOf: null, retrievedAt: '2026-11-18T00:00:00Z' }
  },
})
const context = (tag: string, on: readonly string[]) =>
  testContext(live(tag), { enabled: ({ id }) => on.includes(id) })

test('default: refuses a tag that requires approval, and no other', async () => {
  const approval = context('Copyrighted: Pre-Approval Required', ['fred-api'])
  await expect(refuseUnsold('UMCSENT', approval)).rejects.toMatchObject({
    code: 'NOT_CONFIGURED',
    facts: [
      'Terms: copyrighted: pre-approval required',
      'FIQ_RESTRICTED_UPSTREAMS=fred-copyrighted turns on series of private owners',
    ],
  })
  for (const tag of ['copyrighted: citation required', 'public domain: citation requested'])
    await expect(refuseUnsold('MORTGAGE30US', context(tag, ['fred-api']))).resolves.toBe(undefined)
})

test('behavior: without a key, answers only government work', async () => {
  await expect(refuseUnsold('CPIAUCSL', context('', []))).resolves.toBe(undefined)
  await expect(refuseUnsold('SP500', context('', []))).rejects.toMatchObject({
    facts: ['Terms: not known without FRED_API_KEY', expect.anything()],
  })
})

test('behavior: the approval of the owners, and a mirror, disable the check', async () => {
  const approved = context('copyrighted: pre-approval required', ['fred-api', 'fred-copyrighted'])
  await expect(refuseUnsold('UMCSENT', approved)).resolves.toBe(undefined)
  const mirror: Transport = { ...live(''), mode: 'mirror' }
  await expect(refuseUnsold('SP500', testContext(mirror))).resolves.toBe(undefined)
})

test('default: recognises families of government work, and not similar ones', () => {
  for (const id of ['GDPC1', 'CPILFESL', 'UNRATE', 'DGS10', 'GS1', 'T10Y2Y', 'HOUST', 'M2SL'])
    expect([id, isGovernmentWork(id)]).toEqual([id, true])
  for (const id of ['SP500', 'VIXCLS', 'UMCSENT', 'BAMLH0A0HYM2', 'CSUSHPISA', 'NASDAQCOM', 'GOLD'])
    expect([id, isGovernmentWork(id)]).toEqual([id, false])
})
