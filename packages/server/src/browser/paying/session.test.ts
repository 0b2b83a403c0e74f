import type { Rate } from '@fiq/shared/pricing/tariff'
import { schemaText, tariff } from '@fiq/shared/schema/contract'
import { isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { pricedSchema, priceText } from './session.ts'

test('default: the description of a field states every rate of the tariff', () => {
  const schema = pricedSchema(schemaText, tariff)
  for (const [coordinate, rate] of Object.entries(tariff.rates)) {
    const [typeName = '', fieldName = ''] = coordinate.split('.')
    const type = schema.getType(typeName)
    const description = isObjectType(type) ? type.getFields()[fieldName]?.description : undefined
    expect(description, coordinate).toContain(priceText(rate))
  }
})

test.each<[Rate, string]>([
  [{ credits: 1, timesOf: 'tickers' }, '**1 credit** (0.003 USDC) per item of `tickers`'],
  [{ credits: 2, pagesOf: 'filter.limit' }, '**2 credits** (0.006 USDC) per 20 of `filter.limit`'],
  [
    { credits: 1, factors: { arguments: ['a', 'b'], defaults: ['1', '2'], table: {} } },
    '**1 credit** (0.003 USDC), times a factor by `a` and `b`',
  ],
  [{ credits: 0 }, '**Free** by itself; what is selected below is priced.'],
])('behavior: %j gives %s', (rate, words) => expect(priceText(rate)).toBe(words))
