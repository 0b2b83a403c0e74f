import type { GraphQLSchema } from 'graphql'
import { connectors } from '../../connectors/connectors.ts'
import { buildSchema } from '../../execution/build-schema.ts'
import { openImportedFiles } from '../../imported-files/open-imported-files.ts'
import type { Connector } from '../../sources/connector.ts'
import { createConnectorContext } from '../../sources/context.ts'
import { mirrorTransport } from '../../upstreams/mirror/mirror.ts'
import { readMirrorIndex } from '../../upstreams/mirror/mirror-index.ts'
import { mirrorPath } from '../../upstreams/mirror-path.ts'
import { areaQueriesOf } from './area-queries.ts'
import { areasNamed } from './areas-named.ts'
import { type Chosen, chosenByDefault } from './chosen.ts'
import { type QueryResult, runQueries } from './run-queries.ts'

/** An area's answers from a mirror: its queries, and the files that they read. */
export type ReplayedArea = {
  area: string
  results: readonly QueryResult[]
  failures: QueryResult['failures']
  sources: QueryResult['sources']
  /** Uncompressed bytes and time of receipt of each file, by path. */
  read: ReadonlyMap<string, { bytes: number; retrievedAt: string }>
}

/**
 * Runs a mirror's queries on it, area by area. A mirror made by hand gets the default queries of a
 * pull.
 */
export async function replayMirror(root: string, now: () => Date): Promise<ReplayedArea[]> {
  const { pulled } = await readMirrorIndex(root)
  const schema = buildSchema(connectors)
  const areas = areasNamed(Object.keys(pulled ?? {}).filter(isArea))
  const replayed: ReplayedArea[] = []
  for (const connector of areas) {
    const chosen = { ...chosenByDefault, ...pulled?.[connector.area] }
    replayed.push(await replayArea(root, connector, chosen, { schema, now }))
  }
  return replayed
}

/** Runs the queries of one area on a mirror, with empty caches. */
export async function replayArea(
  root: string,
  connector: Connector,
  chosen: Chosen,
  { schema, now }: { schema: GraphQLSchema; now(): Date },
): Promise<ReplayedArea> {
  const { area } = connector
  const files = openImportedFiles([root])
  const results: QueryResult[] = []
  const { transport, read } = noting(mirrorTransport(root))
  const context = createConnectorContext({ upstreams: transport, files, now, allowed: new Set() })
  await runQueries(schema, areaQueriesOf(schema, connector, chosen), context, {
    stopped: () => false,
    on: (each) => void results.push(each),
  })
  const failures = results.flatMap((each) => each.failures)
  return {
    area,
    results,
    failures,
    sources: results.flatMap((each) => each.sources),
    read,
  }
}

/** The index may contain an area of another release. */
const isArea = (name: string) => connectors.some(({ area }) => area === name)

function noting(inner: ReturnType<typeof mirrorTransport>) {
  const read = new Map<string, { bytes: number; retrievedAt: string }>()
  const transport: typeof inner = {
    mode: inner.mode,
    async fetch(request) {
      const answer = await inner.fetch(request)
      const { body, retrievedAt } = answer
      read.set(mirrorPath(request.url), { bytes: body.length, retrievedAt })
      return answer
    },
  }
  return { transport, read }
}
