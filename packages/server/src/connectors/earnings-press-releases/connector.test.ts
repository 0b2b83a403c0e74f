import { describe, expect, test } from 'vitest'
import { apple, describeConnector, testContext } from '../../sources/testing/describe-connector.ts'
import { sandboxTransport } from '../../upstreams/sandbox/sandbox.ts'
import { type Fixture, recordedTransport } from '../../upstreams/testing/recorded.ts'
import { earningsPressReleases } from './connector.ts'

const field = earningsPressReleases.fields['Entity.earningsPressReleases']!

describeConnector(earningsPressReleases, [
  { coordinate: 'Entity.earningsPressReleases', args: {}, parent: apple },
])

const at = '2026-03-01T00:00:00.000Z'
const folder = 'https://www.sec.gov/Archives/edgar/data/320193/000032019326000005/'
const list: Fixture = {
  recorded: { at, url: 'https://data.sec.gov/submissions/CIK0000320193.json' },
  body: {
    filings: {
      recent: {
        accessionNumber: ['0000320193-26-000006', '0000320193-26-000005'],
        filingDate: ['2026-02-20', '2026-01-29'],
        reportDate: ['2026-02-20', '2026-01-29'],
        form: ['8-K', '8-K'],
        items: ['5.02', '2.02,9.01'],
        primaryDocument: ['event.htm', 'aapl-20260129.htm'],
        primaryDocDescription: ['8-K', '8-K'],
      },
      files: [],
    },
  },
}
const index = (rows: string): Fixture => ({
  recorded: { at, url: `${folder}0000320193-26-000005-index.htm` },
  body: `<html><table>${rows}</table></html>`,
})
const row = (name: string, type: string) =>
  `<tr><td>1</td><td>${type}</td><td><a href="/Archives/edgar/data/320193/1/${name}">${name}</a></td><td>${type}</td><td>1</td></tr>`

const ask = (fixtures: readonly Fixture[]) =>
  field.resolve(apple, {}, testContext(recordedTransport(fixtures)))

describe('earningsPressReleases', () => {
  test('default: returns reports under item 2.02, with the address of the release', async () => {
    const documents = row('aapl-20260129.htm', '8-K') + row('a8-kex991.htm', 'EX-99.1')
    const { value } = await ask([list, index(documents)])
    expect(value).toEqual([
      {
        title: 'Apple Inc.: results announced 2026-01-29',
        date: '2026-01-29',
        reportDate: '2026-01-29',
        url: `${folder}a8-kex991.htm`,
        isExhibit: true,
        items: ['2.02', '9.01'],
        accessionNumber: '0000320193-26-000005',
      },
    ])
  })

  test('behavior: without an attachment, links the report itself', async () => {
    const { value } = await ask([list, index(row('aapl-20260129.htm', '8-K'))])
    expect(value).toMatchObject([{ url: `${folder}aapl-20260129.htm`, isExhibit: false }])
  })

  test('behavior: the sandbox has releases for its companies', async () => {
    const now = () => new Date('2026-11-18T17:00:00Z')
    const context = testContext(sandboxTransport({ now }))
    const { value } = await field.resolve(apple, { filter: { limit: 3 } }, context)
    expect(value).toMatchObject([{ isExhibit: true }, { isExhibit: true }, { isExhibit: true }])
  })

  test('error: refuses a page above the limit', () => {
    expect(() => field.bounds?.({ filter: { limit: 41 } })).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT' }),
    )
  })
})
