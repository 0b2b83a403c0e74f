import { FiqError } from '@fiq/shared/errors'
import { prepareOperation, priceRequest } from '@fiq/shared/pricing/price-request'
import { schemaText, tariff } from '@fiq/shared/schema/contract'
import { buildSchema } from 'graphql'

/**
 * CPU time to validate and price the worst document of each shape that the bounds accept. Enlarges
 * a shape until it is refused. Every text is new, so nothing is cached.
 */
const { unavailable: _, ...available } = tariff
const contract = { schema: buildSchema(schemaText), tariff: available }
const turns = 7
const many = (count: number, write: (at: number) => string, between = ' ') =>
  Array.from({ length: count }, (_, at) => write(at)).join(between)
const entity = 'entityByTicker(ticker: "A")'

/**
 * @param size - Size of the document.
 * @param turn - A number that makes the text new.
 */
type Shape = (size: number, turn: number) => { query: string; variables?: Record<string, unknown> }

const shapes: Readonly<Record<string, Shape>> = {
  'repeated keys': (size, turn) => ({
    query: `query T${turn} { ${many(size, () => 'marketStatus { isOpen }')} }`,
  }),
  'repeated keys, by fragments': (size, turn) => ({
    query: `query T${turn} { ${many(size, (at) => `...F${at}`)} }
      ${many(size, (at) => `fragment F${at} on Query { marketStatus { isOpen } }`)}`,
  }),
  'repeated keys, nested': (size, turn) => ({
    query: `query T${turn} { ${many(size, () => `${entity} { market { price } }`)} }`,
  }),
  aliases: (size, turn) => ({
    query: `query T${turn} { ${many(size, (at) => `a${at}: marketStatus { isOpen }`)} }`,
  }),
  'long names': (size, turn) => ({
    query: `query T${turn} { ${many(size, (at) => `${`a${at}`.padEnd(64, 'x')}: marketStatus { isOpen }`)} }`,
  }),
  'spread fragments of other keys': (size, turn) => ({
    query: `query T${turn} { ${many(size, (at) => `...F${at}`)} }
      ${many(size, (at) => `fragment F${at} on Query { a${at}: marketStatus { isOpen } }`)}`,
  }),
  'a chain of fragments': (size, turn) => ({
    query: `query T${turn} { ...F0 }
      ${many(size, (at) => `fragment F${at} on Query { ...F${at + 1} a${at}: marketStatus { isOpen } }`)}
      fragment F${size} on Query { marketStatus { isOpen } }`,
  }),
  'one fragment, spread often': (size, turn) => ({
    query: `query T${turn} { ${many(size, (at) => `a${at}: ${entity} { ...F }`)} }
      fragment F on Entity { ${many(60, (at) => `b${at}: name`)} }`,
  }),
  conditions: (size, turn) => ({
    query: `query T${turn} (${many(Math.min(size, 40), (at) => `$c${at}: Boolean!`, ', ')})
      { ${many(size, (at) => `a${at}: marketStatus @skip(if: $c${at % 40}) { isOpen }`)} }`,
    variables: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`c${at}`, at % 3 === 0])),
  }),
  'conditions around conditions': (size, turn) => ({
    query: `query T${turn} ($a: Boolean!, $b: Boolean!) { ${many(size, () => '... @skip(if: $a) { ... @include(if: $b) {')}
      marketStatus { isOpen } ${many(size, () => '} }')} }`,
    variables: { a: false, b: true },
  }),
  variables: (size, turn) => ({
    query: `query T${turn} (${many(size, (at) => `$v${at}: String!`, ', ')})
      { ${many(size, (at) => `a${at}: entityByTicker(ticker: $v${at}) { name }`)} }`,
    variables: Object.fromEntries(Array.from({ length: size }, (_, at) => [`v${at}`, 'A'])),
  }),
  operations: (size, turn) => ({
    query: `query T${turn} { marketStatus { isOpen } } ${many(size, (at) => `query O${at} { ...F }`)}
      fragment F on Query { marketStatus { isOpen } }`,
  }),
  'operations times fragments': (size, turn) => ({
    query: `query T${turn} { ...F0 } ${many(size, (at) => `query O${at} { ...F0 }`)}
      ${many(Math.min(size, 99), (at) => `fragment F${at} on Query { ...F${at + 1} }`)}
      fragment F${Math.min(size, 99)} on Query { marketStatus { isOpen } }`,
  }),
  'operations times fields': (size, turn) => ({
    query: `query T${turn} { ...F } ${many(size, (at) => `query O${at} { ...F }`)}
      fragment F on Query { ${many(15, (at) => `a${at}: ${entity} { ...E }`)} }
      fragment E on Entity { ${many(10, (at) => `b${at}: market { price }`)} }`,
  }),
  'unused fragments': (size, turn) => ({
    query: `query T${turn} { marketStatus { isOpen } } ${many(size, (at) => `fragment F${at} on Query { marketStatus { isOpen } }`)}`,
  }),
  'a list of arguments': (size, turn) => ({
    query: `query T${turn} { quotes(tickers: [${many(size, (at) => `"A${at}"`)}]) { price } }`,
  }),
  'a long string': (size, turn) => ({
    query: `query T${turn} { searchEntities(query: "${'é'.repeat(size * 60)}") { name } }`,
  }),
  'a string of escapes': (size, turn) => ({
    query: `query T${turn} { searchEntities(query: "${'\\n'.repeat(size * 33)}") { name } }`,
  }),
  'a block string of lines': (size, turn) => ({
    query: `query T${turn} { searchEntities(query: """${many(size * 4, (at) => `${' '.repeat(at % 9)}ab`, '\n')}""") { name } }`,
  }),
  'block strings': (size, turn) => ({
    query: `query T${turn} { ${many(size, (at) => `a${at}: searchEntities(query: """${many(60, () => 'x'.repeat(9), '\n')}""") { name }`)} }`,
  }),
  comments: (size, turn) => ({
    query: `query T${turn} { ${many(size * 4, () => '#abcdefghijk', '\n')}\n marketStatus { isOpen } }`,
  }),
  'fragments of several keys': (size, turn) => ({
    query: `query T${turn} { ${entity} { ${many(size, (at) => `...F${at}`)} } }
      ${many(size, (at) => `fragment F${at} on Entity { a${at}: name b${at}: name c${at}: name d${at}: name }`)}`,
  }),
  'unknown fields of an input': (size, turn) => ({
    query: `query T${turn} { news(query: "a", filter: { ${many(size, (at) => `limi${at}: 1`)} }) { title } }`,
  }),
  'unknown fields': (size, turn) => ({
    query: `query T${turn} { ${many(size, (at) => `${'marketStatu'.repeat(5)}${at}`)} }`,
  }),
  'unused variables': (size, turn) => ({
    query: `query T${turn} (${many(size, (at) => `$v${at}: Int`, ', ')}) { marketStatus { isOpen } }`,
  }),
}

const rows = Object.entries(shapes).map(([name, shape]) => {
  let size = 1
  while (size < 2_000 && !isTooLarge(shape(size + 1, 0))) size = Math.min(2_000, size + 1)
  const turnsMs = Array.from({ length: turns }, (_, turn) => cpuMs(shape(size, turn + 1)))
  const ms = turnsMs.toSorted((a, b) => a - b)[turns >> 1]!
  return { name, size, bytes: shape(size, 0).query.length, cpuMs: Math.round(ms * 100) / 100 }
})
rows.sort((a, b) => b.cpuMs - a.cpuMs)
process.stdout.write(`${JSON.stringify({ bench: 'documents', rows })}\n`)

/**
 * Whether pricing or execution refused it. A refusal by validation counts, because it took
 * validation time.
 */
function isTooLarge({ query, variables = {} }: ReturnType<Shape>): boolean {
  try {
    priceRequest(contract, prepareOperation(contract, query, 'T0'), variables)
    return false
  } catch (error) {
    if (!(error instanceof FiqError)) throw error
    return error.code === 'QUERY_TOO_LARGE'
  }
}

function cpuMs({ query, variables = {} }: ReturnType<Shape>): number {
  const name = /^query (T\d+)/.exec(query)?.[1] ?? ''
  const before = process.cpuUsage()
  try {
    priceRequest(contract, prepareOperation(contract, query, name), variables)
  } catch (error) {
    if (!(error instanceof FiqError)) throw error
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
