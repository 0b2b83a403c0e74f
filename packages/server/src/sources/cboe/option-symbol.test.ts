import fc from 'fast-check'
import { expect, test } from 'vitest'
import { usableRows } from '../usable-rows.ts'
import { optionSymbol, optionTerms } from './option-symbol.ts'

test('default: reads roots that end or begin with digits, and strikes to a thousandth', () => {
  expect(optionTerms('AAPL260116C00110000')).toEqual({
    root: 'AAPL',
    expiration: '2026-01-16',
    type: 'CALL',
    strike: 110,
  })
  expect(optionTerms('AAPL1260116P00110500')).toMatchObject({ root: 'AAPL1', strike: 110.5 })
  expect(optionTerms('1ABC261218C01111111')).toMatchObject({ root: '1ABC', strike: 1111.111 })
  expect(optionTerms('SPXW  261218P06000000')).toMatchObject({ root: 'SPXW', strike: 6000 })
})

test('default: reads back every contract', () => {
  const root = fc.stringMatching(/^[A-Z0-9]{1,6}$/)
  const day = fc.date({
    min: new Date('2000-01-01'),
    max: new Date('2099-12-31'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(root, day, fc.boolean(), fc.nat(99_999_999), (name, date, call, thousandths) => {
      const expiration = date.toISOString().slice(0, 10)
      const symbol = `${name}${expiration.slice(2).replaceAll('-', '')}${call ? 'C' : 'P'}${String(thousandths).padStart(8, '0')}`
      expect(optionTerms(symbol)).toEqual({
        root: name,
        expiration,
        type: call ? 'CALL' : 'PUT',
        strike: thousandths / 1_000,
      })
    }),
  )
})

test.each([
  '',
  'AAPL',
  '260116C00110000',
  'AAPL261316C00110000',
  'AAPL260116X00110000',
  'TOOLONG260116C00110000',
  'aapl260116C00110000',
])('error: %j is not an option', (symbol) => {
  expect(optionTerms(symbol)).toBeUndefined()
})

test('error: any text gives terms or nothing', () => {
  fc.assert(fc.property(fc.string(), (text) => void optionTerms(text)))
})

test('behavior: a row with another symbol is omitted from a chain', () => {
  const [call, put] = ['AAPL1260116C00110000', 'AAPL260116P00110000']
  expect(usableRows(optionSymbol).parse([call, 'AAPL 26JAN 110 C', put])).toEqual([call, put])
})
