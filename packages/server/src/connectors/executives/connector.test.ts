import { describe, expect, test } from 'vitest'
import { apple, describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import type { Transport } from '../../upstreams/transport.ts'
import { executives } from './connector.ts'

const field = executives.fields['Entity.executives']!

describeConnector(executives, [{ coordinate: 'Entity.executives', args: {}, parent: apple }])

const now = () => new Date('2026-11-18T17:00:00Z')
const sandbox = sandboxTransport({ now })
const context = testContext(sandbox, { now })

describe('executives', () => {
  test('default: lists each person once, officers with their titles first', async () => {
    const { value } = await field.resolve(apple, {}, context)
    const rows = value as {
      cik: string
      isOfficer: boolean
      title: string | null
      reportedAt: string
    }[]
    expect(rows.length).toBeGreaterThan(1)
    expect(new Set(rows.map(({ cik }) => cik)).size).toBe(rows.length)
    const flags = rows.map(({ isOfficer }) => isOfficer)
    expect(flags).toEqual([...flags].sort((a, b) => Number(b) - Number(a)))
    expect(rows.find(({ isOfficer }) => isOfficer)?.title).toMatch(/^(Chief|General)/)
    for (const { reportedAt } of rows) expect(reportedAt >= '2024-11-18').toBe(true)
  })

  test('behavior: shares are those of the first class, held directly', async () => {
    const upstreams: Transport = {
      mode: 'sandbox',
      async fetch(request) {
        const answer = await sandbox.fetch(request)
        if (!request.url.pathname.endsWith('.xml')) return answer
        const row = /<nonDerivativeTransaction>[\s\S]*<\/nonDerivativeTransaction>/
        const held = /(<sharesOwnedFollowingTransaction><value>)\d+/
        const text = Buffer.from(answer.body)
          .toString()
          .replace(row, (own) => {
            const other = own.replace(held, '$1777')
            const indirect = other.replace(/(<directOrIndirectOwnership><value>)D/, '$1I')
            return own + indirect + other.replace('Common Stock', 'Class B Common Stock')
          })
        return { ...answer, body: Buffer.from(text) }
      },
    }
    const sharesIn = async (own: typeof context) =>
      ((await field.resolve(apple, {}, own)).value as { sharesOwned: number | null }[]).map(
        ({ sharesOwned }) => sharesOwned,
      )
    expect(await sharesIn(testContext(upstreams, { now }))).toEqual(await sharesIn(context))
  })

  test('error: refuses an entity that does not file', async () => {
    const { cik: _, ...none } = apple
    await expect(field.resolve(none, {}, context)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
