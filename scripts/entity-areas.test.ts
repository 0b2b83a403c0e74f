import { describe, expect, test } from 'vitest'
import { entityAreasOf, filterFieldsOf } from './entity-areas.ts'

const schema = `
  type Query { entity: Entity }
  type Entity { id: ID! name: String! market: Market news(filter: Filter): [Article!] risk: Risk
    social: Social kin: [Entity!] named(name: String!): Market }
  type Market { price: Float owner: Entity }
  type Article { title: String! source: Source! comments(filter: Filter): [Comment!] }
  type Source { name: String! }
  type Comment { text: String! }
  type Risk { sanctions: Sanctions signals(filter: Filter): [Comment!] }
  type Sanctions { matched: Boolean! }
  type Social { reddit(filter: Filter): [Comment!] }
  input Filter { limit: Int since: String }
`

describe('entityAreasOf', () => {
  test('default: lists every sub-graph, its plain fields, and lists of a group separately', () => {
    expect(entityAreasOf(schema)).toEqual({
      market: 'market { price }',
      news: 'news(filter: %Filter) { title source { name } }',
      risk: 'risk { sanctions { matched } signals(filter: %Filter) { text } }',
      'risk.signals': 'risk { signals(filter: %Filter) { text } }',
      social: 'social { reddit(filter: %Filter) { text } }',
      'social.reddit': 'social { reddit(filter: %Filter) { text } }',
    })
  })

  test('behavior: keeps the place of each argument, also those of the group', () => {
    const text =
      'type Query { a: Int } type Entity { money(day: String): Money } type Money { income(of: [String!], filter: Filter): [Row!] } type Row { n: Int } input Filter { limit: Int }'
    const income = 'income(of: %[String!], filter: %Filter) { n }'
    expect(entityAreasOf(text)).toEqual({
      money: `money(day: %String) { ${income} }`,
      'money.income': `money(day: %String) { ${income} }`,
    })
  })

  test('default: names the fields of each filter', () => {
    expect(filterFieldsOf(schema)).toEqual({ Filter: ['limit', 'since'] })
  })

  test('behavior: a schema without entities has no areas', () => {
    expect(entityAreasOf('type Query { a: Int }')).toEqual({})
  })
})
