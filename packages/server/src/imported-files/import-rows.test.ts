import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRows, type NumberedRow } from '../upstreams/csv.ts'
import { csvRecords } from './import-rows.ts'

async function* chunks(text: string, size: number) {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const read = async (text: string, size = 7) => {
  const records: NumberedRow[] = []
  for await (const batch of csvRecords(chunks(text, size))) records.push(...batch)
  return records
}

test.each([1, 2, 5, 100])('default: counts lines, in chunks of %i bytes', async (size) => {
  expect(await read('\ufeffa,b\r\n"Egypt, Arab Rep.",1\n\n"two\nlines",2\nlast,ü', size)).toEqual([
    { line: 1, fields: ['a', 'b'] },
    { line: 2, fields: ['Egypt, Arab Rep.', '1'] },
    { line: 4, fields: ['two\nlines', '2'] },
    { line: 6, fields: ['last', 'ü'] },
  ])
})

test('behavior: gives the same rows for any chunks', async () => {
  const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', 'é') })
  const rows = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 30 }), async (rows, size) => {
      const text = rows
        .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
        .join('\n')
      const records = await read(text, size)
      expect(records.map(({ fields }) => fields)).toEqual(csvRows(text))
    }),
  )
})

test('error: refuses a quote that never closes', async () => {
  await expect(read(`a,"${'x'.repeat(1_100_000)}`, 100_000)).rejects.toMatchObject({
    code: 'BAD_INPUT',
  })
})
