import fc from 'fast-check'

/** Schema of the pricing tests, with lists, pages, an abstract type and nesting. */
export const testSchemaText = /* GraphQL */ `
  type Query {
    quotes(tickers: [String!]!): [Quote!]!
    entities(tickers: [String!]!): [Entity!]!
    entity(ticker: String!): Entity
    series(id: String = "X", filter: Filter): [Point!]!
    thing: Thing
  }
  input Filter { limit: Int = 20, offset: Int = 0 }
  type Quote { ticker: String price: Float }
  type Entity { id: ID market: Market news(filter: Filter): [Article!]! peers(tickers: [String!]!): [Entity!]! }
  type Market { price: Float spread: Spread }
  type Spread { bid: Float ask: Float }
  type Article { title: String }
  type Point { date: String value: Float }
  union Thing = Entity | Quote
`
export const testRates = {
  'Query.quotes': { credits: 1, timesOf: 'tickers' },
  'Query.entities': { credits: 2, timesOf: 'tickers' },
  'Query.entity': { credits: 2 },
  'Query.series': { credits: 1, pagesOf: 'filter.limit', limitMax: 500 },
  'Query.thing': { credits: 0 },
  'Entity.market': { credits: 1 },
  'Entity.news': { credits: 4, pagesOf: 'filter.limit' },
  'Entity.peers': { credits: 3, timesOf: 'tickers' },
}

/** A selection as a tree, from which a test can write several equivalent texts. */
export type Selection = {
  alias: string
  field: string
  args: string
  /** `@skip` / `@include` text, or empty. */
  directive: string
  below: Selection[]
}

const tickers = fc
  .integer({ min: 0, max: 40 })
  .map((count) => `(tickers: [${'"A" '.repeat(count)}])`)
const page = fc
  .option(fc.integer({ min: 1, max: 700 }))
  .map((limit) => (limit === null ? '' : `(filter: {limit: ${limit}})`))
const directive = fc.constantFrom(
  '',
  '',
  '',
  '@skip(if: $yes)',
  '@include(if: $yes)',
  '@include(if: $no)',
  '@skip(if: false)',
)

const leaf = (field: string) => ({
  field,
  args: fc.constant(''),
  below: fc.constant<Selection[]>([]),
})

const fieldsOf: Record<
  string,
  (
    depth: number,
  ) => { field: string; args: fc.Arbitrary<string>; below: fc.Arbitrary<Selection[]> }[]
> = {
  Query: (depth) => [
    { field: 'quotes', args: tickers, below: selections('Quote', depth) },
    { field: 'entities', args: tickers, below: selections('Entity', depth) },
    { field: 'entity', args: fc.constant('(ticker: "A")'), below: selections('Entity', depth) },
    { field: 'series', args: page, below: selections('Point', depth) },
  ],
  Quote: () => [leaf('ticker'), leaf('price'), leaf('__typename')],
  Point: () => [leaf('date'), leaf('value')],
  Article: () => [leaf('title')],
  Market: () => [leaf('price'), leaf('__typename')],
  Entity: (depth) => [
    leaf('id'),
    { field: 'market', args: fc.constant(''), below: selections('Market', depth) },
    { field: 'news', args: page, below: selections('Article', depth) },
    ...(depth > 0
      ? [{ field: 'peers', args: tickers, below: selections('Entity', depth - 1) }]
      : []),
  ],
}

/** Random valid selection sets. Aliases keep response keys distinct. */
export function selections(type: string, depth = 2): fc.Arbitrary<Selection[]> {
  const one = fc.oneof(
    ...fieldsOf[type]!(depth).map(({ field, args, below }) =>
      fc.record({ alias: fc.constant(''), field: fc.constant(field), args, directive, below }),
    ),
  )
  return fc
    .array(one, { minLength: 1, maxLength: 4 })
    .map((list) => list.map((selection, index) => ({ ...selection, alias: `k${index}` })))
}

/** Writes the selection set as text, in document order. */
export function write(list: readonly Selection[]): string {
  return `{ ${list.map(writeOne).join(' ')} }`
}

function writeOne({ alias, field, args, directive, below }: Selection): string {
  return `${alias}: ${field}${args} ${directive} ${below.length > 0 ? write(below) : ''}`
}

/**
 * Writes the same selections with every set moved into a named fragment, reordered and repeated.
 */
export function writeWithFragments(list: readonly Selection[]): string {
  const fragments: string[] = []
  const types: Record<string, string> = {
    quotes: 'Quote',
    entities: 'Entity',
    entity: 'Entity',
    series: 'Point',
    market: 'Market',
    news: 'Article',
    peers: 'Entity',
  }
  const set = (selectionsOf: readonly Selection[], type: string): string => {
    const name = `F${fragments.length}`
    fragments.push('')
    const body = selectionsOf
      .toReversed()
      .map(
        (selection) =>
          `${selection.alias}: ${selection.field}${selection.args} ${selection.directive} ${selection.below.length > 0 ? set(selection.below, types[selection.field]!) : ''}`,
      )
    fragments[Number(name.slice(1))] = `fragment ${name} on ${type} {\n ${body.join(',\n ')} }`
    return `{ ...${name}, ... on ${type} { ...${name} } # again\n }`
  }
  const operation = set(list, 'Query')
  return `query ($yes: Boolean!, $no: Boolean!) ${operation} ${fragments.join('\n')}`
}
