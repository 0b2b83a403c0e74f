import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import type { Sourced } from './connector.ts'
import { ageDays, firstSource, provenanceOf } from './sourced.ts'

const answer: Sourced<number> = { value: 1, provenance: [] }
const fail = (code: ConstructorParameters<typeof FiqError>[0]) => async () => {
  throw new FiqError(code, code)
}

test('default: uses the first source that responds', async () => {
  expect(
    await firstSource('gdp', [
      async () => undefined,
      fail('NOT_CONFIGURED'),
      fail('UPSTREAM_CHANGED'),
      async () => answer,
      fail('INTERNAL'),
    ]),
  ).toBe(answer)
})

test('behavior: after a failed source, it is unknown whether the thing exists', async () => {
  const outcome = (...codes: Parameters<typeof fail>[0][]) => firstSource('gdp', codes.map(fail))
  await expect(outcome('NOT_FOUND', 'UPSTREAM_UNAVAILABLE')).rejects.toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
  })
  await expect(outcome('NOT_CONFIGURED', 'NOT_FOUND')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(firstSource('gdp', [async () => undefined])).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'No source has gdp for this item.',
  })
  await expect(firstSource('gdp', [])).rejects.toMatchObject({ code: 'NOT_CONFIGURED' })
})

test('error: does not skip an unexpected error', async () => {
  const broken = async () => {
    throw new TypeError('broken')
  }
  await expect(firstSource('gdp', [broken, async () => answer])).rejects.toThrow('broken')
  await expect(firstSource('gdp', [fail('BAD_INPUT'), async () => answer])).rejects.toThrow()
})

test('behavior: does not change provenance', () => {
  const upstream = {
    id: 'x',
    name: 'X',
    hosts: ['x.org'],
    url: 'https://x.org',
    licence: { class: 'public' as const, text: 'CC0' },
    delay: 'daily',
  }
  const received = {
    body: new Uint8Array(),
    mode: 'mirror' as const,
    asOf: '2021-07-01',
    retrievedAt: '2021-07-02T00:00:00Z',
  }
  expect(provenanceOf(upstream, received, { stale: true })).toMatchObject({
    asOf: '2021-07-01',
    retrievedAt: '2021-07-02T00:00:00Z',
    stale: true,
    mode: 'mirror',
  })
  expect(provenanceOf(upstream, received, { asOf: null, stale: false }).asOf).toBeNull()
  expect(ageDays('2026-11-18', new Date('2026-11-20T12:00:00Z'))).toBe(2.5)
  expect(ageDays(null, new Date())).toBe(Infinity)
})
