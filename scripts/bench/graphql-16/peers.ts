import { ApolloServer } from '@apollo/server'
import fastify from 'fastify'
import { buildSchema, isObjectType } from 'graphql'
import { createYoga } from 'graphql-yoga'
import mercurius from 'mercurius'

/** Executes a query, and returns the text of the response body. */
export type Answer = (query: string, variables: Record<string, unknown>) => Promise<string>

/**
 * Common GraphQL servers in this process, each used as documented, on one schema with the same
 * resolvers. They are in a separate folder, because they need an older GraphQL library than ours.
 *
 * @param resolverOf - Resolver by schema coordinate. Other fields are read from their object.
 */
export async function createPeers(
  sdl: string,
  resolverOf: (coordinate: string) => (() => Promise<unknown>) | undefined,
): Promise<{ answers: Readonly<Record<string, Answer>>; close(): Promise<void> }> {
  const schemaOf = () => {
    const schema = buildSchema(sdl)
    for (const type of Object.values(schema.getTypeMap()).filter(isObjectType))
      for (const field of Object.values(type.getFields())) {
        const resolve = resolverOf(`${type.name}.${field.name}`)
        if (resolve) field.resolve = resolve
      }
    return schema
  }
  const yoga = createYoga({ schema: schemaOf(), logging: false })
  const apollo = new ApolloServer({ schema: schemaOf(), introspection: false })
  await apollo.start()
  const mercuriusWith = async (jit: number) => {
    const app = fastify()
    await app.register(mercurius, { schema: schemaOf(), jit })
    await app.ready()
    return app
  }
  const [plain, jit] = [await mercuriusWith(0), await mercuriusWith(1)]
  const headers = { 'content-type': 'application/json' }
  return {
    answers: {
      'graphql-yoga': async (query, variables) => {
        const body = JSON.stringify({ query, variables })
        const url = 'http://127.0.0.1/graphql'
        return (await yoga.fetch(url, { method: 'POST', headers, body })).text()
      },
      'Apollo Server': async (query, variables) => {
        const { body } = await apollo.executeOperation({ query, variables })
        return JSON.stringify(body.kind === 'single' ? body.singleResult : null)
      },
      mercurius: async (query, variables) =>
        JSON.stringify(await plain.graphql(query, undefined, variables)),
      'mercurius, jit': async (query, variables) =>
        JSON.stringify(await jit.graphql(query, undefined, variables)),
    },
    async close() {
      await Promise.all([apollo.stop(), plain.close(), jit.close()])
    },
  }
}
