import { areaNames, takesAreas } from '@fiq/shared/agent-tools/areas'
import { newerCatalog } from '@fiq/shared/agent-tools/newer-catalog'
import type { Tool } from '@fiq/shared/catalog/tool'
import { defined } from '@fiq/shared/defined'
import type { FiqError } from '@fiq/shared/errors'
import { formatUsdc } from '@fiq/shared/money/usdc'
import { schemaText } from '@fiq/shared/schema/contract'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import { buildSchema, isIntrospectionType, isSpecifiedScalarType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readToolWithAreas } from '../../packages/cli/src/proxy/read-operation.ts'
import { builtInTariff } from '../../packages/cli/src/query/built-in-tariff.ts'
import { inputArbitrary } from '../testing/input-arbitrary.ts'
import { runningServer } from '../testing/running-server.ts'
import { keyWithCredits } from '../testing/signed-in.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON as a model reads it
type Json = any

let server: Awaited<ReturnType<typeof runningServer>>
/** Without a key, calls return their quote; with one they are charged. */
let quoting: Client
let buying: Client
beforeAll(async () => {
  server = await runningServer()
  const key = await keyWithCredits(server, '100')
  quoting = await connect({})
  buying = await connect({ authorization: `Bearer ${key}` })
})
afterAll(async () => {
  await Promise.all([quoting.close(), buying.close()])
  await server.close()
})

async function connect(headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'a', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const address = new URL(`${server.url}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }))
  return client
}

const call = async (client: Client, name: string, input: object): Promise<Json> =>
  (await client.callTool({ name, arguments: { ...input } })).structuredContent

const outcomeOf = ({ errors }: Json, amount: () => string): string =>
  errors ? errors[0].extensions.code : amount()

/** The price by the proxy's own tariff, which sends nothing. */
function estimated(name: string, input: Json): string {
  try {
    const client = { name: 'a', tools: undefined } as never
    return formatUsdc(builtInTariff().estimate(readToolWithAreas(client, name, input)).amount)
  } catch (error) {
    return (error as FiqError).code
  }
}

const area = fc.oneof(
  fc.constantFrom(...areaNames),
  fc.record({
    name: fc.constantFrom(...areaNames),
    limit: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 500 })),
  }),
)
const areas = fc.option(fc.array(area, { minLength: 1, maxLength: 3 }), { nil: undefined })

function inputsOf({ name, inputSchema }: Tool): fc.Arbitrary<Json> {
  const input = inputArbitrary(inputSchema) as fc.Arbitrary<object>
  if (!takesAreas(name)) return input
  return fc
    .tuple(input, areas)
    .map(([rest, chosen]) => ({ ...rest, ...defined({ areas: chosen }) }))
}

describe('the price of a call', () => {
  test.each(newerCatalog.map((tool) => [tool.name, tool] as const))(
    'property: %s: price, the quote and the tariff of the proxy agree, and so does the charge',
    async (name, tool) => {
      let bought = 0
      await fc.assert(
        fc.asyncProperty(inputsOf(tool), async (input) => {
          const priced = await call(quoting, 'price', { tool: name, arguments: input })
          const quoted = await call(quoting, name, input)
          const price = outcomeOf(priced, () => priced.amount)
          expect(outcomeOf(quoted, () => formatUsdc(BigInt(quoted.accepts[0].amount)))).toBe(price)
          if (!/^[A-Z_]+$/.test(price)) {
            expect(estimated(name, input)).toBe(price)
            bought += 1
            if (bought > 2) return
            const { extensions } = await call(buying, name, input)
            if (extensions?.cost)
              expect(extensions.cost).toMatchObject({ credits: priced.credits, amount: price })
          }
        }),
        { numRuns: 25 },
      )
    },
  )
})

test.each(areaNames)(
  'behavior: area %s: the proxy accepts the limits that the server accepts',
  async (name) => {
    for (const limit of [1, 20, 40, 41, 100, 101, 200, 201, 500]) {
      const input = { ticker: 'AAPL', areas: [{ name, limit }] }
      const priced = await call(quoting, 'price', { tool: 'entityByTicker', arguments: input })
      expect(estimated('entityByTicker', input), `limit ${limit}`).toBe(
        outcomeOf(priced, () => priced.amount),
      )
    }
  },
)

const schema = buildSchema(schemaText)
const typeNames = Object.values(schema.getTypeMap())
  .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
  .map(({ name }) => name)

test.each([
  ['tool', newerCatalog.map(({ name }) => name)],
  ['area', areaNames],
  ['field', Object.keys(schema.getQueryType()!.getFields())],
  ['type', typeNames],
] as const)('default: the example of every %s is answered at its price', async (kind, names) => {
  const examples = new Map<string, Json>()
  for (const name of names) {
    const { example, price } = await call(quoting, 'describe', { name, kind })
    examples.set(JSON.stringify(example), { name, example, price })
  }
  for (const { name, example, price } of examples.values()) {
    const { errors, extensions } = await call(buying, example.tool, example.arguments)
    expect(errors, `${name}: ${JSON.stringify(example)}`).toBeUndefined()
    expect(extensions?.cost?.credits ?? 0, name).toBe(price.credits)
  }
})
