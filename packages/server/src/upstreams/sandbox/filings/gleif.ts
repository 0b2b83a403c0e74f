import { instruments } from '../market/instruments.ts'
import { hashText } from '../market/random.ts'
import type { Route } from '../market/route.ts'

/** `/api/v1/lei-records`: companies by name, and two invented children of each. */
export const leiRecords: Route = ({ url }) => {
  const name = url.searchParams.get('filter[entity.legalName]')
  if (name !== null) {
    const known = [...instruments().values()].find((each) => each.name === name)
    return answer(known ? [record(leiOf(name), name, url)] : [])
  }
  const [, lei] =
    /^\/api\/v1\/lei-records\/([0-9A-Z]{20})\/direct-children$/.exec(url.pathname) ?? []
  const parent = [...instruments().values()].find((each) => leiOf(each.name) === lei)
  const names = parent ? [`${parent.name} Sample Holdings`, `${parent.name} Sample Finance`] : []
  return answer(names.map((each) => record(leiOf(each), each, url)))
}

function answer(data: unknown[]): string {
  return JSON.stringify({ data })
}

function record(lei: string, name: string, { origin }: URL) {
  const self = `${origin}/api/v1/lei-records/${lei}`
  return {
    type: 'lei-records',
    id: lei,
    attributes: {
      lei,
      entity: { legalName: { name }, jurisdiction: 'US-DE', status: 'ACTIVE' },
      registration: { lastUpdateDate: '2026-03-02T08:00:00Z', status: 'ISSUED' },
    },
    relationships: {
      'direct-parent': {
        links: { 'reporting-exception': `${self}/direct-parent-reporting-exception` },
      },
      'direct-children': { links: { related: `${self}/direct-children` } },
    },
  }
}

/** Twenty characters that are not a real identifier. */
function leiOf(name: string): string {
  return `SAMPLE${hashText(name).toString(36).toUpperCase().padStart(14, '0')}`
}
