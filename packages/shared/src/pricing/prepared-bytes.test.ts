import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { preparedBytes } from './prepared-bytes.ts'
import { prepareOperation, priceRequest } from './price-request.ts'

const contract = {
  schema: buildSchema('type Query { a: Int in: Query }'),
  tariff: { version: 't', rates: {} },
}
const bytesOf = (text: string) => preparedBytes(prepareOperation(contract, text))

test('default: counts tokens, comments and planned fields, fragments at every spread', () => {
  const small = bytesOf('{ a }')
  expect(bytesOf(`{ a ${'#\n'.repeat(1_000)} }`) - small).toBeGreaterThan(500_000)
  const many = (count: number, field: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => field(at)).join(' ')
  const skipped = many(100, (at) => `b${at}: a @skip(if: true)`)
  expect(bytesOf(`{ a ${skipped} }`) - small).toBeGreaterThan(400_000)
  const fragment = `fragment F on Query { ${many(50, (at) => `f${at}: a`)} }`
  const spread = (times: number) =>
    bytesOf(`{ ${many(times, (at) => `s${at}: in { ...F }`)} } ${fragment}`)
  expect(spread(20) - spread(10)).toBeGreaterThan(500 * 1_300)
})

test('behavior: each plan of one text counts', () => {
  const prepared = prepareOperation(contract, 'query ($b: Boolean!) { a b: a @include(if: $b) }')
  const sizes = [preparedBytes(prepared)]
  for (const b of [true, false, true]) {
    priceRequest(contract, prepared, { b })
    sizes.push(preparedBytes(prepared))
  }
  expect(sizes[1]).toBeGreaterThan(sizes[0]!)
  expect(sizes[2]).toBeGreaterThan(sizes[1]!)
  expect([sizes[3], prepared.planned]).toEqual([sizes[2], 2])
})
