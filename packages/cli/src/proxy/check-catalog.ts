import { catalog } from '@fiq/shared/catalog/catalog'
import { FiqError } from '@fiq/shared/errors'
import { isObject } from '@fiq/shared/json'
import type { HttpAnswer } from '@fiq/shared/payment/read-result'

/** The server's catalog is checked again after this time. */
const lookedMs = 3_600_000

/** Parts of a tool that must be equal: name, query, inputs and output. */
const pinnedMembers = ['name', 'query', 'inputSchema', 'outputPath'] as const

/**
 * Compares the server's published tools with those of this program. The client always sends the
 * queries of its own catalog, so the server cannot redefine a tool. A difference is still an error,
 * because the answers may not be those that the tools of this program describe.
 *
 * A server that publishes no tools is accepted: it redefines none.
 *
 * @param page - Fetches a free page of the server.
 */
export function createCatalogCheck(
  page: (path: string) => Promise<HttpAnswer>,
  now: () => number,
): () => Promise<void> {
  let looked: { at: number; found: Promise<readonly string[]> } | undefined
  return async () => {
    if (!looked || now() - looked.at > lookedMs) looked = { at: now(), found: look(page) }
    const changed = await looked.found.catch((error: unknown) => {
      looked = undefined
      throw error
    })
    if (changed.length === 0) return
    throw new FiqError(
      'CATALOG_CHANGED',
      'The tools of the server differ from the tools of this program.',
      { facts: changed.slice(0, 20) },
    )
  }
}

async function look(page: (path: string) => Promise<HttpAnswer>): Promise<readonly string[]> {
  const { status, body } = await page('/openapi.json')
  if (status !== 200) return []
  return differences(toolsIn(body))
}

/** The list under `x-service-tools` of `POST /api/graphql`; `undefined` without one. */
function toolsIn(body: string): unknown {
  try {
    const { paths } = JSON.parse(body) as { paths?: Record<string, { post?: object }> }
    const operation = paths?.['/api/graphql']?.post as Record<string, unknown> | undefined
    return operation?.['x-service-tools']
  } catch {
    return undefined
  }
}

/** One line for each tool that is missing, added or different. */
function differences(serverCatalog: unknown): readonly string[] {
  if (!Array.isArray(serverCatalog)) return []
  const there = new Map(
    serverCatalog.map((tool) => [String(isObject(tool) && tool['name']), pinned(tool)]),
  )
  const here = new Map(catalog.map((tool) => [tool.name, pinned(tool)]))
  return [
    ...[...here.keys()]
      .filter((name) => !there.has(name))
      .map((name) => `Missing at the server: ${name}`),
    ...[...there.keys()]
      .filter((name) => !here.has(name))
      .map(() => 'Added at the server: one more tool'),
    ...[...here]
      .filter(([name, text]) => there.has(name) && there.get(name) !== text)
      .map(([name]) => `Changed at the server: ${name}`),
  ]
}

function pinned(tool: unknown): string {
  const record = isObject(tool) ? tool : {}
  return canonical(pinnedMembers.map((member) => record[member]))
}

/** JSON with sorted object members. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
