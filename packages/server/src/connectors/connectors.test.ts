import { catalog } from '@fiq/shared/catalog/catalog'
import { parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { buildSchema } from '../execution/build-schema.ts'
import { connectors, upstreamHosts } from './connectors.ts'

const schema = buildSchema(connectors)

test('default: the whole catalog is served, each tool in its own category', () => {
  for (const { name, query, category } of catalog) {
    expect(validate(schema, parse(query)).map(({ message }) => message)).toEqual([])
    const owner = connectors.find(({ fields }) => fields[`Query.${name}`])
    expect(owner?.category, name).toBe(category)
  }
})

test('behavior: areas are told apart, hosts are names', () => {
  const areas = connectors.map(({ area }) => area)
  expect(new Set(areas).size).toBe(areas.length)
  expect(upstreamHosts()).toContain('api.worldbank.org')
  for (const host of upstreamHosts()) expect(host).toMatch(/^[a-z0-9.-]+\.[a-z]+$/)
})
