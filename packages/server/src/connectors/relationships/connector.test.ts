import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import { apple, describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import type { Transport } from '../../upstreams/transport.ts'
import { relationships } from './connector.ts'
import type { Relationship } from './related-by-filings.ts'

const field = relationships.fields['Entity.relationships']!

describeConnector(relationships, [{ coordinate: 'Entity.relationships', args: {}, parent: apple }])

const now = () => new Date('2026-11-18T17:00:00Z')
const sandbox = sandboxTransport({ now })
const context = testContext(sandbox, { now })
const ask = async (args: Record<string, unknown>, own = context) =>
  (await field.resolve(apple, args, own)).value as Relationship[]

/** The sandbox without one document. */
const without = (part: string): Transport => ({
  mode: 'sandbox',
  fetch: async (request) => {
    if (request.url.pathname.includes(part)) throw new FiqError('UPSTREAM_UNAVAILABLE', 'down')
    return sandbox.fetch(request)
  },
})

describe('relationships', () => {
  test('default: returns subsidiaries, owners, officers and directors, newest filing first', async () => {
    const args = { filter: { limit: 100 } }
    const { value, provenance } = await field.resolve(apple, args, context)
    const rows = value as Relationship[]
    expect(provenance.map(({ source }) => source).sort()).toEqual([
      'GLEIF, Global LEI Index',
      'SEC EDGAR',
      'SEC EDGAR',
    ])
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(
      new Set(['SUBSIDIARY', 'OWNER', 'OFFICER', 'DIRECTOR']),
    )
    const dates = rows.map(({ date }) => date)
    expect(dates).toEqual([...dates].sort().reverse())
    for (const { percent } of rows.filter(({ kind }) => kind === 'OWNER'))
      expect(percent).toBeGreaterThan(0)
    expect(rows.find(({ kind }) => kind === 'SUBSIDIARY')).toMatchObject({
      detail: expect.any(String),
    })
  })

  test('behavior: kinds limit the read documents; pages follow each other', async () => {
    const rows = await ask({ kinds: ['OWNER'] }, testContext(without('form4'), { now }))
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['OWNER']))
    const whole = await ask({ filter: { limit: 7 } })
    const pages = [
      await ask({ filter: { limit: 3 } }),
      await ask({ filter: { limit: 4, offset: 3 } }),
    ]
    expect(pages.flat()).toEqual(whole)
  })

  test('behavior: omits and names unavailable parts', async () => {
    const args = { filter: { limit: 100 } }
    const { value, unanswered } = await field.resolve(
      apple,
      args,
      testContext(without('ex21'), { now }),
    )
    const rows = value as Relationship[]
    expect(unanswered).toMatchObject([
      { source: 'SEC EDGAR, exhibit 21', error: { code: 'UPSTREAM_UNAVAILABLE' } },
    ])
    expect((await field.resolve(apple, args, context)).unanswered).toEqual([])
    expect(rows.some(({ kind, lei }) => kind === 'SUBSIDIARY' && lei === null)).toBe(false)
    expect(rows.some(({ kind, lei }) => kind === 'SUBSIDIARY' && lei !== null)).toBe(true)
    expect(rows.some(({ kind }) => kind === 'OFFICER')).toBe(true)
  })

  test('error: reports that no part is available', async () => {
    const down = testContext(without('/'), { now })
    await expect(field.resolve(apple, {}, down)).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    })
  })
})
