import { FiqError } from '@fiq/shared/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainForm, readCompanyFacts } from './company-facts.ts'

const url = new URL('https://data.sec.gov/api/xbrl/companyfacts/CIK0000000001.json')

const row = {
  start: '2024-01-01',
  end: '2024-12-31',
  val: 7,
  accn: '0000000001-25-000001',
  fy: 2024,
  fp: 'FY',
  form: '10-K',
  filed: '2025-02-01',
}

function read(facts: unknown) {
  const body = new TextEncoder().encode(JSON.stringify({ cik: 1, entityName: 'One', facts }))
  return readCompanyFacts({ body, mode: 'recorded', asOf: null, retrievedAt: '' }, url)
}

test('default: reads the facts of used concepts, in the currency of the filer', () => {
  const facts = read({
    'us-gaap': {
      NetIncomeLoss: { units: { USD: [row] } },
      SomethingElse: { units: { USD: [row] } },
    },
  })
  expect(facts.currency).toBe('USD')
  expect(facts.newestFiled).toBe('2025-02-01')
  expect([...facts.byConcept]).toEqual([
    [
      'NetIncomeLoss',
      [
        {
          start: '2024-01-01',
          end: '2024-12-31',
          value: 7,
          accession: '0000000001-25-000001',
          form: '10-K',
          filed: '2025-02-01',
          fiscalYear: 2024,
          fiscalPeriod: 'FY',
        },
      ],
    ],
  ])
})

test('behavior: ignores proxy statements and current reports', () => {
  const forms = ['10-K', '10-K/A', '10-Q', '20-F', '6-K', '8-K', 'DEF 14A']
  const rows = forms.map((form) => ({ ...row, form }))
  const facts = read({ 'us-gaap': { NetIncomeLoss: { units: { USD: rows } } } })
  expect(facts.byConcept.get('NetIncomeLoss')?.map(({ form }) => form)).toEqual(forms.slice(0, 5))
})

test('behavior: a foreign filer keeps its own currency, without convenience dollars', () => {
  const facts = read({
    'ifrs-full': {
      Assets: { units: { TWD: [row, row], USD: [row] } },
      DilutedEarningsLossPerShare: { units: { 'TWD/shares': [row], 'USD/shares': [row] } },
    },
  })
  expect(facts.currency).toBe('TWD')
  expect(facts.byConcept.get('Assets')).toHaveLength(2)
  expect(facts.byConcept.get('DilutedEarningsLossPerShare')).toHaveLength(1)
})

test('behavior: a filer that changed its currency has that of its newest report', () => {
  const older = (filed: string) => ({
    ...row,
    filed,
    accn: `0000000001-${filed.slice(2, 4)}-000001`,
  })
  const units = {
    CAD: [older('2021-02-01'), older('2022-02-01'), older('2023-02-01'), older('2024-02-01')],
    USD: [row],
    // Repeated in a proxy statement.
    EUR: [{ ...row, form: 'DEF 14A', filed: '2025-05-01' }],
  }
  const facts = read({ 'us-gaap': { Assets: { units }, NetIncomeLoss: { units } } })
  expect(facts.currency).toBe('USD')
  expect(facts.newestFiled).toBe('2025-02-01')
})

test('behavior: a filer without used facts has none, and no newest filing', () => {
  expect(read({ dei: {} })).toEqual({ currency: 'USD', newestFiled: null, byConcept: new Map() })
})

test('behavior: an amendment has the form that it amends', () => {
  expect(['10-K/A', '10-K', '20-F/A'].map(plainForm)).toEqual(['10-K', '10-K', '20-F'])
})

test.each([
  ['no facts', undefined],
  ['a concept that is text', { 'us-gaap': { NetIncomeLoss: 'none' } }],
  ['units that are no list', { 'us-gaap': { NetIncomeLoss: { units: { USD: 7 } } } }],
  ['a value that is text', { 'us-gaap': { Assets: { units: { USD: [{ ...row, val: '7' }] } } } }],
  ['a day that is none', { 'us-gaap': { Assets: { units: { USD: [{ ...row, end: '2024' }] } } } }],
])('error: %s means that the upstream changed', (_, facts) => {
  expect(() => read(facts)).toThrow(expect.objectContaining({ code: 'UPSTREAM_CHANGED' }))
})

test('error: for any bytes, the only error is UPSTREAM_CHANGED', () => {
  const rows = fc.array(fc.record(mutated(row), { requiredKeys: [] }), { maxLength: 3 })
  const units = fc.dictionary(fc.constantFrom('USD', 'shares', 'USD/shares'), rows)
  const taxonomy = fc.dictionary(
    fc.constantFrom('NetIncomeLoss', 'Assets', 'EarningsPerShareBasic'),
    fc.oneof(fc.record({ units }), fc.jsonValue()),
  )
  const facts = fc.oneof(fc.record({ 'us-gaap': taxonomy }), fc.jsonValue())
  fc.assert(
    fc.property(facts, (value) => {
      try {
        read(value)
      } catch (error) {
        expect(error).toBeInstanceOf(FiqError)
        expect(error).toMatchObject({ code: 'UPSTREAM_CHANGED' })
      }
    }),
  )
})

/** Each field is valid most of the time, and any JSON otherwise. */
function mutated(fields: Record<string, unknown>): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      fc.oneof(
        { weight: 9, arbitrary: fc.constant(value) },
        { weight: 1, arbitrary: fc.jsonValue() },
      ),
    ]),
  )
}
