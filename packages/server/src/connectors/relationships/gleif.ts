import { z } from 'zod'
import { foldText } from '../../names/fold-text.ts'
import type { ConnectorContext, Sourced, Upstream } from '../../sources/connector.ts'
import { provenanceOf } from '../../sources/sourced.ts'
import type { Relationship } from './related-by-filings.ts'

/** Parents and subsidiaries by legal entity identifier, reported by the companies (level 2). */
export const gleif: Upstream = {
  id: 'gleif',
  name: 'GLEIF, Global LEI Index',
  hosts: ['api.gleif.org'],
  url: 'https://www.gleif.org/en/lei-data/gleif-api',
  licence: { class: 'public', text: 'CC0 1.0, Global Legal Entity Identifier Foundation' },
  delay: 'daily; companies confirm theirs once a year',
}

/**
 * The parent and the direct children of the only active company with exactly this name; empty if
 * the index has none or several.
 *
 * @throws FiqError of the upstream. An unreported parent is not an error.
 */
export async function legalEntityRelations(
  name: string,
  context: ConnectorContext,
): Promise<Sourced<Relationship[]>> {
  return context.cached(`gleif:${name}`, maxAgeSeconds, async (context) => {
    const foldedName = foldText(name)
    const { records: found, provenance } = await fetchRecords(
      `?filter[entity.legalName]=${encodeURIComponent(name)}&page[size]=20`,
      context,
    )
    const same = found.filter(
      ({ legalName, isActive }) => isActive && foldText(legalName) === foldedName,
    )
    const [entity] = same
    if (!entity || same.length > 1) return { value: [], provenance: [provenance] }
    const [parents, children] = await Promise.all([
      entity.hasParent ? fetchRecords(`/${entity.lei}/direct-parent`, context) : none,
      entity.hasChildren
        ? fetchRecords(`/${entity.lei}/direct-children?page[size]=${childrenMax}`, context)
        : none,
    ])
    const value = [
      ...parents.records.map((record) => rowOf('PARENT', record)),
      ...children.records
        .filter(({ isActive }) => isActive)
        .map((record) => rowOf('SUBSIDIARY', record)),
    ]
    return { value, provenance: [provenance] }
  })
}

const maxAgeSeconds = 24 * 60 * 60
/** Maximum children, on one page. No company has many more active ones. */
const childrenMax = 200

type LegalEntity = z.output<typeof recordShape>

const none = { records: [] }

async function fetchRecords(path: string, context: ConnectorContext) {
  const url = new URL(`https://api.gleif.org/api/v1/lei-records${path}`)
  const headers = { accept: 'application/vnd.api+json' }
  const { body, answer } = await context.json(url, answerShape, { headers })
  const records: LegalEntity[] = Array.isArray(body.data) ? body.data : [body.data]
  const provenance = provenanceOf(gleif, answer)
  return { records, provenance }
}

/** A relation has links to its records, or to the reason for having none. */
const relation = z.object({ links: z.record(z.string(), z.unknown()) }).optional()

const recordShape = z
  .object({
    attributes: z.object({
      lei: z.string().regex(/^[0-9A-Z]{20}$/),
      entity: z.object({
        legalName: z.object({ name: z.string() }),
        jurisdiction: z.string().nullish(),
        status: z.string().nullish(),
      }),
      registration: z.object({ lastUpdateDate: z.string().regex(/^\d{4}-\d{2}-\d{2}/) }),
    }),
    relationships: z.object({ 'direct-parent': relation, 'direct-children': relation }).optional(),
  })
  .transform(({ attributes: { lei, entity, registration }, relationships }) => ({
    lei,
    legalName: entity.legalName.name,
    jurisdiction: entity.jurisdiction ?? null,
    isActive: entity.status === 'ACTIVE',
    updated: registration.lastUpdateDate.slice(0, 10),
    hasParent: relationships?.['direct-parent']?.links['lei-record'] !== undefined,
    hasChildren: relationships?.['direct-children']?.links['related'] !== undefined,
  }))

const answerShape = z.object({ data: z.union([z.array(recordShape), recordShape]) })

function rowOf(
  kind: 'PARENT' | 'SUBSIDIARY',
  { lei, legalName, jurisdiction, updated }: LegalEntity,
): Relationship {
  return {
    kind,
    name: legalName,
    cik: null,
    lei,
    detail: jurisdiction,
    percent: null,
    shares: null,
    date: updated,
    url: `https://search.gleif.org/#/record/${lei}`,
  }
}
