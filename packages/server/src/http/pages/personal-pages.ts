import type { Contract } from '@fiq/shared/pricing/price-request'
import type { FastifyInstance } from 'fastify'
import type { FieldReadiness } from '../../sources/field-readiness.ts'
import { bodyText } from '../http-defaults.ts'
import type { Requests } from '../query/answer-request.ts'
import { bodyOf } from '../query/graphql-body.ts'
import { requestIdentityOf } from '../request-identity.ts'

/** Facts of the server for its user's client. */
export type PersonalPages = {
  version: string
  dataMode: string
  schemaText: string
  requests: Requests
  contract: Contract
  fields(): readonly FieldReadiness[]
}

/** One data area: its active sources, and the settings that would add others. */
type AreaSources = {
  area: string
  isReady: boolean
  /** Names of sources, in order of preference. */
  on: readonly string[]
  /** Variables of keys, and commands, that add sources. */
  add: readonly string[]
}

/** Pages of the personal server: health, service facts, readiness of areas. */
export function personalPages(app: FastifyInstance, pages: PersonalPages): void {
  const { version, dataMode, contract, schemaText, requests } = pages
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => ({ status: 'ready' }))
  app.get('/api/v1/service', async () => ({
    ...{ name: 'fiq', version, dataMode, personal: true, devnet: false },
    ...{ network: null, tariff: contract.tariff.version },
  }))
  app.get('/api/v1/tariff', async () => ({ ...contract.tariff, schema: schemaText }))
  app.get('/api/v1/sources', async () => ({ areas: areaSources(pages.fields()) }))
  app.post('/api/v1/price', async (request, reply) => {
    const answer = await requests.price(bodyOf(bodyText(request)), requestIdentityOf(request))
    return reply.code(answer.status).headers(answer.headers).send(answer.body)
  })
}

function areaSources(fields: readonly FieldReadiness[]): readonly AreaSources[] {
  return Array.from(
    Map.groupBy(fields, ({ area }) => area),
    ([area, of]) => ({
      area,
      isReady: of.some(({ isReady }) => isReady),
      on: distinct(of.flatMap(({ on }) => on.map(({ name }) => name))),
      add: distinct(of.flatMap(({ off }) => off.map(({ settings }) => settings.join(' and ')))),
    }),
  )
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== '')
}
