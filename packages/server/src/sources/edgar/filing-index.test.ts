import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFilingIndex } from './filing-index.ts'

const url = new URL('https://www.sec.gov/Archives/edgar/data/1/1/1-index.htm')

function read(page: string | Uint8Array) {
  const body = typeof page === 'string' ? new TextEncoder().encode(page) : page
  return readFilingIndex({ body, mode: 'recorded', asOf: null, retrievedAt: '' }, url)
}

test('default: returns one row per document, with links of the viewer resolved', () => {
  const page = `<table><tr><th>Seq</th></tr>
    <tr><td scope="row">1</td><td>8-K &amp; more</td><td><a href="/ix?doc=/Archives/edgar/data/1/1/a-8k.htm">a-8k.htm</a> iXBRL</td><td>8-K</td><td>7</td></tr>
    <tr><td>2</td><td>&nbsp;</td><td><a href="/Archives/edgar/data/1/1/ex991.htm">ex991.htm</a></td><td>EX-99.1</td><td>7</td></tr></table>`
  expect(read(page)).toEqual([
    { name: 'a-8k.htm', type: '8-K', description: '8-K & more' },
    { name: 'ex991.htm', type: 'EX-99.1', description: '' },
  ])
})

test('error: a page that lists nothing gives no rows, for any bytes', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (text) => {
      try {
        read(`<tr><td>${text}`)
        expect.unreachable('random text is no index')
      } catch (error) {
        expect(error).toBeInstanceOf(FiqError)
        expect(error).toMatchObject({ code: 'UPSTREAM_CHANGED' })
      }
    }),
  )
})

const recorded = new URL(
  '../../../../../../shared/data/edgar/nvda-8k-index.html.gz',
  import.meta.url,
)

test.skipIf(!existsSync(recorded))(
  `behavior: a recorded index${existsSync(recorded) ? '' : ' (skipped: ../shared/data is absent)'}`,
  () => {
    const types = read(gunzipSync(readFileSync(recorded))).map(
      ({ name, type }) => `${type} ${name}`,
    )
    expect(types.slice(0, 3)).toEqual([
      '8-K nvda-20260302.htm',
      'EX-10.1 formxex101xfy27variablecom.htm',
      ' 0001045810-26-000024.txt',
    ])
  },
)

// A pattern that reads the rest of the text at each bracket would take hours.
test('error: reads a row of a million opening brackets', () => {
  expect(() => read(`<tr>${'<td '.repeat(1_000_000)}`)).toThrow(FiqError)
})
