import type { Row } from './benches.ts'

type Graphql = {
  rows: { name: string; microseconds: Readonly<Record<string, number>> }[]
}

/** The cost of each query, compared with JSON alone and common GraphQL servers. */
export function graphqlRows({ rows }: Graphql): Row[] {
  return rows.map(({ name, microseconds }) => {
    const { fiq = 0, 'raw JSON': raw, 'raw JSON with sources': floor = 1, ...peers } = microseconds
    return {
      figure: name,
      ours: `${fiq} us CPU: ${(fiq / floor).toFixed(1)} times JSON alone (${floor} us with sources, ${raw} without)`,
      peer: Object.entries(peers)
        .map(([peer, us]) => `${peer} ${us} us`)
        .join('; '),
      goal: name.includes('nested') ? 'at most 1.4 times raw JSON' : '',
    }
  })
}
