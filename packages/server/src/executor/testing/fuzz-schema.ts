/** What the product's schema lacks and the executor still answers: abstract types, lists of lists. */
export const fuzzSchemaText = /* GraphQL */ `
  type Query {
    things(of: [String!]! = ["A"]): [Thing]
    thing: Thing
    named: Named!
    node(id: ID = "X"): Node
    nodes(of: [ID]!): [Node!]!
    grid: [[Float!]]!
    kinds: [Kind!]
    page(filter: Filter, kind: Kind = ONE): [Leaf!]
    late: Late
    leaf: Leaf!
  }
  enum Kind { ONE TWO }
  input Filter { limit: Int = 20, deep: Filter, tags: [String!], kind: Kind! = TWO }
  interface Named { name: String! self: Named thing: Thing leafs: [Leaf] }
  type Node implements Named {
    name: String! self: Node thing: Thing leafs: [Leaf]
    id: ID! children(of: [Int!]!): [Node!]! strict: Leaf! kind: Kind many: [[Leaf!]!]
  }
  type Leaf implements Named {
    name: String! self: Named! thing: Thing leafs: [Leaf]
    int: Int float: Float! text: String yes: Boolean id: ID kind: Kind! echo(value: String = "e"): String
  }
  type Late { name: String! int: Int leaf: Leaf lates: [Late!] }
  union Thing = Node | Leaf | Late
`

export const fuzzRates = {
  'Query.things': { credits: 1, timesOf: 'of' },
  'Query.thing': { credits: 2 },
  'Query.node': { credits: 1 },
  'Query.nodes': { credits: 2, timesOf: 'of' },
  'Query.page': { credits: 1, pagesOf: 'filter.limit' },
  'Query.late': { credits: 0 },
  'Node.children': { credits: 3, timesOf: 'of' },
  'Node.strict': { credits: 1 },
}
