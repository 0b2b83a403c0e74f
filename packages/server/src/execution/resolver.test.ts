import { defined } from '@fiq/shared/defined'
import type { GraphQLResolveInfo } from 'graphql'
import { expect, test } from 'vitest'
import type { ConnectorField, Provenance } from '../sources/connector.ts'
import { testContext } from '../sources/testing/describe-connector.ts'
import { recordedTransport } from '../upstreams/testing/recorded.ts'
import { type ExecutionContext, resolverOf } from './resolver.ts'

const source = (stale: boolean | null): Provenance => ({
  source: 'exchange',
  sourceUrl: 'https://example.org',
  asOf: '2026-11-13',
  retrievedAt: '2026-11-11T17:00:00Z',
  mode: 'recorded',
  stale,
  licence: 'own',
})
const info = {
  parentType: { name: 'Query' },
  fieldName: 'price',
  path: { key: 'price', prev: undefined, typename: 'Query' },
} as unknown as GraphQLResolveInfo

function ask(stale: readonly boolean[], { isPrice = true, refusesStale = true } = {}) {
  const field: ConnectorField = {
    rate: { credits: 1 },
    ...defined({ isPrice: isPrice ? (true as const) : undefined }),
    resolve: async () => ({ value: 42, provenance: stale.map(source) }),
  }
  const cited: string[] = []
  const context: ExecutionContext = {
    connectors: testContext(recordedTransport([]), { refusesStale }),
    cite: (entries) => void cited.push(...new Set(entries.map(({ path }) => path))),
  }
  return Promise.resolve(resolverOf(field)(null, {}, context, info)).then((value) => ({
    value,
    cited,
  }))
}

test('default: returns a value with the path of its source', async () => {
  expect(await ask([false])).toEqual({ value: 42, cited: ['price'] })
})

test('error: refuses a price whose sources are all too old, if the operator wants it', async () => {
  await expect(ask([true, true])).rejects.toMatchObject({
    code: 'DATA_STALE',
    facts: ['exchange: 2026-11-13', 'exchange: 2026-11-13'],
  })
})

test('behavior: marks it if it is not refused; history is never too old', async () => {
  for (const settings of [{ refusesStale: false }, { isPrice: false }])
    expect(await ask([true], settings)).toEqual({ value: 42, cited: ['price'] })
  expect(await ask([true, false])).toMatchObject({ value: 42 })
})

test.each([
  ['2026-11-18T17:00:00Z', false],
  ['2026-11-18T17:00:01Z', true],
])('behavior: without a rule of the area, week-old data is stale at %s: %s', async (at, stale) => {
  const judged: boolean[] = []
  const context: ExecutionContext = {
    connectors: testContext(recordedTransport([]), { now: () => new Date(at) }),
    cite: (entries) => void judged.push(...entries.map(({ stale }) => stale)),
  }
  const provenance = [source(null), source(false), source(true)]
  const field: ConnectorField = {
    rate: { credits: 1 },
    resolve: async () => ({ value: 42, provenance }),
  }
  await resolverOf(field)(null, {}, context, info)
  expect(judged).toEqual([stale, false, true])
})

test('behavior: cites items of several sources each at its own path', async () => {
  const paths: string[] = []
  const context: ExecutionContext = {
    connectors: testContext(recordedTransport([])),
    cite: (entries) => void paths.push(...entries.map(({ path }) => path)),
  }
  const provenance = [source(false), source(false)]
  const itemProvenance = new Map([
    [0, [source(false)]],
    [2, provenance],
  ])
  const field: ConnectorField = {
    rate: { credits: 1 },
    resolve: async () => ({ value: [1, null, 3], provenance, itemProvenance }),
  }
  await resolverOf(field)(null, {}, context, info)
  expect(paths).toEqual(['price.0', 'price.2', 'price.2'])
})
