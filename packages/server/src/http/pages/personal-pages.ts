import { andNames } from '@fiq/shared/spelling/name-list'
import type { FastifyInstance } from 'fastify'
import type { FieldReadiness } from '../../sources/field-readiness.ts'
import { type FreePages, freePages } from './service-pages.ts'

/** Facts of the server for its user's client. */
export type PersonalPages = FreePages & {
  version: string
  dataMode: string
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
  const { version, dataMode } = pages
  const own = { name: 'fiq', version, dataMode, personal: true, devnet: false, network: null }
  freePages(app, own, pages)
  app.get('/readyz', async () => ({ status: 'ready' }))
  app.get('/api/v1/sources', async () => ({ areas: areaSources(pages.fields()) }))
}

function areaSources(fields: readonly FieldReadiness[]): readonly AreaSources[] {
  return Array.from(
    Map.groupBy(fields, ({ area }) => area),
    ([area, of]) => ({
      area,
      isReady: of.some(({ isReady }) => isReady),
      on: distinct(of.flatMap(({ on }) => on.map(({ name }) => name))),
      add: distinct(of.flatMap(({ off }) => off.map(({ settings }) => andNames(settings)))),
    }),
  )
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== '')
}
