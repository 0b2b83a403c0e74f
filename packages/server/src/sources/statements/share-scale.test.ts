import { expect, test } from 'vitest'
import type { Fact } from './company-facts.ts'
import { withWholeShares } from './share-scale.ts'

function fact(value: number, more: Partial<Fact> = {}): Fact {
  return {
    start: '2008-01-28',
    end: '2009-01-25',
    value,
    accession: 'a',
    form: '10-K',
    filed: '2009-03-13',
    fiscalYear: 2008,
    fiscalPeriod: 'FY',
    ...more,
  }
}

const average = 'WeightedAverageNumberOfSharesOutstandingBasic'
const outstanding = 'CommonStockSharesOutstanding'

test('default: recognises shares in thousands by net income divided by earnings per share', () => {
  const scaled = withWholeShares(
    new Map([
      ['NetIncomeLoss', [fact(-30_041_000)]],
      ['EarningsPerShareBasic', [fact(-0.05)]],
      [average, [fact(548_126)]],
      [outstanding, [fact(538_000, { start: null })]],
    ]),
  )
  expect(scaled.get(average)?.[0]?.value).toBe(548_126_000)
  expect(scaled.get(outstanding)?.[0]?.value).toBe(538_000_000)
})

test('behavior: recognises shares in thousands if another class has a third of the income', () => {
  const scaled = withWholeShares(
    new Map([
      ['NetIncomeLoss', [fact(41_467_000)]],
      ['EarningsPerShareBasic', [fact(0.19)]],
      [average, [fact(166_709)]],
    ]),
  )
  expect(scaled.get(average)?.[0]?.value).toBe(166_709_000)
})

test('behavior: recognises shares with three zeros too many', () => {
  const scaled = withWholeShares(
    new Map([
      ['NetIncomeLoss', [fact(3_948_000)]],
      ['EarningsPerShareBasic', [fact(0.74)]],
      [average, [fact(5_318_671_000)]],
      [outstanding, [fact(5_300_000, { start: null })]],
    ]),
  )
  expect(scaled.get(average)?.[0]?.value).toBe(5_318_671)
  expect(scaled.get(outstanding)?.[0]?.value).toBe(5_300_000)
})

test('behavior: keeps shares that agree with those outstanding, if the income is in thousands', () => {
  const whole = new Map([
    ['NetIncomeLoss', [fact(3_948)]],
    ['EarningsPerShareBasic', [fact(0.74)]],
    [average, [fact(5_318_671)]],
    [outstanding, [fact(5_300_000, { start: null })]],
  ])
  expect(withWholeShares(whole)).toEqual(whole)
})

test('behavior: allows for the rounding of two cents a share', () => {
  const scaled = withWholeShares(
    new Map([
      ['NetIncomeLoss', [fact(13_300_000)]],
      ['EarningsPerShareBasic', [fact(0.02)]],
      [average, [fact(852_600)]],
    ]),
  )
  expect(scaled.get(average)?.[0]?.value).toBe(852_600_000)
})

test('behavior: keeps whole shares, and those without evidence', () => {
  const whole = new Map([
    ['NetIncomeLoss', [fact(5_000_000)]],
    ['EarningsPerShareBasic', [fact(2)]],
    [average, [fact(2_500_000)]],
    [outstanding, [fact(2_400_000, { start: null }), fact(2_400, { start: null, accession: 'b' })]],
  ])
  expect(withWholeShares(whole)).toEqual(whole)
})
