import { parse, print } from 'graphql'
import type { PageOperation } from '../bench/sample-answers.ts'

/** The address of `/graphiql` with this operation in its editors. */
export function graphiqlAddress({ query, variables }: PageOperation): string {
  const fields = new URLSearchParams({
    query: print(parse(query)),
    variables: JSON.stringify(variables, null, 2),
  })
  return `/graphiql#${fields.toString()}`
}
