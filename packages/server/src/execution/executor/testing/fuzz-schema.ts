/**
 * Type system features that the product's schema does not use: abstract types, lists of lists.
 * `Node` has rated fields, so no list without a price contains one. It is not the first of its
 * abstract types.
 */
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
  interface Named { name: String! self: Named thing: Named leafs: [Leaf] }
  interface Small implements Named { name: String! self: Small thing: Small leafs: [Leaf] part: Part }
  type Leaf implements Named & Small {
    name: String! self: Small! thing: Leaf leafs: [Leaf] part: Part parts: [Part!]
    int: Int float: Float! text: String yes: Boolean id: ID kind: Kind! echo(value: String = "e"): String
  }
  type Chip implements Named & Small {
    name: String! self: Leaf thing: Chip leafs: [Leaf] part: Part! int: Int!
  }
  type Node implements Named {
    name: String! self: Node thing: Named both: Thing leafs: [Leaf]
    id: ID! children(of: [Int!]!): [Node!]! strict: Leaf! kind: Kind many: [[Leaf!]!] smalls: [Small]
  }
  type Late { name: String! int: Int leaf: Leaf lates: [Late!] }
  union Thing = Leaf | Node | Late
  union Part = Leaf | Chip | Late
`

export const fuzzRates = {
  'Query.things': { credits: 1, timesOf: 'of' },
  'Query.node': { credits: 1 },
  'Query.nodes': { credits: 2, timesOf: 'of' },
  'Query.page': { credits: 1, pagesOf: 'filter.limit' },
  'Query.late': { credits: 0 },
  'Node.children': { credits: 3, timesOf: 'of' },
  'Node.strict': { credits: 1 },
}
