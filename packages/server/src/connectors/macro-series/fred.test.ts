import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseFredCsv, seriesIdPattern } from './fred.ts'

const url = new URL('https://fred.stlouisfed.org/graph/fredgraph.csv?id=GDP')

test('default: two columns by position, "." and nothing are missing', () => {
  const text = 'DATE,GDP\r\n2025-01-01,1.5\r\n2025-04-01,.\r\n2025-07-01,\r\n2025-10-01,-2e3\r\n'
  expect(parseFredCsv(text, url)).toEqual([
    { date: '2025-01-01', value: 1.5 },
    { date: '2025-04-01', value: null },
    { date: '2025-07-01', value: null },
    { date: '2025-10-01', value: -2000 },
  ])
})

test.each(['', 'DATE,GDP', 'DATE,GDP\n2025-13-01,1', 'DATE,GDP\n2025-01-01', 'DATE,GDP\n1,2'])(
  'error: %j is not a series',
  (text) => {
    expect(() => parseFredCsv(text, url)).toThrow(
      expect.objectContaining({ code: 'UPSTREAM_CHANGED' }),
    )
  },
)

test('error: any text is points or refused', () => {
  const unit = fc.constantFrom('DATE', ',', '\n', '2025-01-01', '1', '.', '"', 'x')
  fc.assert(
    fc.property(fc.array(unit), (parts) => {
      try {
        for (const { value } of parseFredCsv(parts.join(''), url))
          expect(value === null || Number.isFinite(value)).toBe(true)
      } catch (error) {
        expect(error).toMatchObject({ code: 'UPSTREAM_CHANGED' })
      }
    }),
  )
})

test('behavior: an identifier cannot change the address', () => {
  for (const id of ['GDP', 'DGS10', 'A191RL1Q225SBEA', 'x.y-z_1'])
    expect(id).toMatch(seriesIdPattern)
  for (const id of ['', '.', 'a/b', 'a?b', 'a&b', 'a b', '%2e', 'é'])
    expect(id).not.toMatch(seriesIdPattern)
})
