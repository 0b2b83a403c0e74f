import { catalog } from '@fiq/shared/catalog/catalog'
import { digestOf, prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { areaSelection } from '@fiq/shared/schema/area-selection'
import { schemaText, tariff } from '@fiq/shared/schema/contract'
import { entityAreas } from '@fiq/shared/schema/entity-areas'
import fc from 'fast-check'
import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { neededSchema } from './needed-schema.ts'

const whole = { schema: buildSchema(schemaText), tariff }

/** The price facts of a query by a schema, with which a quote is compared. */
function priced(contract: typeof whole, query: string, variables: Record<string, unknown>) {
  const request = priceRequest(contract, prepareOperation(contract, query), variables)
  return { ...request.price, digest: digestOf(request) }
}

function pricedFromNeeded(query: string, variables: Record<string, unknown>) {
  return priced({ schema: buildSchema(neededSchema(schemaText, query)), tariff }, query, variables)
}

describe('neededSchema', () => {
  test.each(catalog)('default: $name costs the same as with the whole schema', (tool) => {
    const { query, variables } = tool
    expect(pricedFromNeeded(query, variables)).toEqual(priced(whole, query, variables))
  })

  test('default: any areas of an entity cost the same as with the whole schema', () => {
    const areas = fc.subarray(Object.keys(entityAreas), { minLength: 1 })
    const limits = fc.integer({ min: 1, max: 500 })
    fc.assert(
      fc.property(areas, limits, fc.boolean(), (names, limit, skipped) => {
        const inner = names.map((name) =>
          areaSelection(name, ({ argument }) =>
            argument === 'filter' ? `{limit: ${limit}}` : undefined,
          ),
        )
        const query = `query ($t: String!, $s: Boolean!) {
          entityByTicker(ticker: $t) { id ...areas @skip(if: $s) }
        }
        fragment areas on Entity { name ${inner.join(' ')} }`
        const variables = { t: 'AAPL', s: skipped }
        expect(pricedFromNeeded(query, variables)).toEqual(priced(whole, query, variables))
      }),
      { numRuns: 30 },
    )
  })

  test('behavior: a query about quotes needs less than a hundredth of the text', () => {
    const text = neededSchema(schemaText, '{ quotes(tickers: ["A"]) { price } }')
    expect(text.length).toBeLessThan(schemaText.length / 100)
  })

  test('behavior: words in descriptions and arguments add no types', () => {
    const wanted = 'extend type Query {\n  a(b: Int): Int\n}'
    const text = ['type Query', wanted, 'extend type Query {\n  "a"\n  c(a: Int): Other\n}']
    expect(neededSchema([...text, 'type Other {\n  a: Int\n}'].join('\n\n'), '{ a }')).toBe(
      ['type Query', wanted].join('\n\n'),
    )
  })

  test('behavior: contains a default value that no query names, also from an extension of an input', () => {
    const text = [
      'type Query {\n  a(f: F): Int\n}',
      'input F {\n  x: String = "1"\n}',
      'extend input F {\n  y: Int = 2\n}',
    ].join('\n\n')
    expect(neededSchema(text, '{ a }')).toBe(text)
  })

  test('behavior: contains all types of a possible result', () => {
    const text = [
      'type Query {\n  a: Thing\n  b: Face\n}',
      'union Thing = One | Two',
      'type One {\n  x: Int\n}',
      'type Two {\n  y: Int\n}',
      'interface Face {\n  x: Int\n}',
      'type Three implements Face {\n  x: Int\n}',
    ]
    const needed = neededSchema([...text, 'type Four {\n  z: Int\n}'].join('\n\n'), '{ a b }')
    expect(needed.split('\n\n').sort()).toEqual(text.sort())
  })
})
