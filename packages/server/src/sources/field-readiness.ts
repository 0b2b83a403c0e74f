import { andNames } from '@fiq/shared/spelling/name-list'
import type { Connector, ConnectorContext, ConnectorField, Upstream } from './connector.ts'
import { refuseWhenOff, settingsOf } from './sourced.ts'

/** Whether a query of one field would reach a source, by the operator's configuration. */
export type FieldReadiness = {
  /** Schema coordinate, e.g. `Entity.financials`. */
  coordinate: string
  /** The area in words, e.g. `price history`. */
  area: string
  isReady: boolean
  /** The sources that are on, in order of preference. */
  on: readonly Upstream[]
  /** The sources that are off, with the settings that switch each on. */
  off: readonly { upstream: Upstream; settings: readonly string[] }[]
  /** US shares within an area that is ready for other tickers. The server refuses them by ticker. */
  isPart?: true
}

type Configured = Pick<ConnectorContext, 'enabled' | 'files' | 'isPersonal'>

/** The readiness of every field that needs an upstream, in the order of the connectors. */
export function fieldReadiness(
  connectors: readonly Connector[],
  context: Configured,
): readonly FieldReadiness[] {
  return connectors.flatMap((connector) =>
    Object.entries(connector.fields).flatMap(([coordinate, field]) => {
      const upstreams = answeringUpstreams(connector, field)
      if (upstreams.length === 0) return []
      const area = areaOf(connector, field)
      const whole = { coordinate, area, ...readinessOf(upstreams, field, context) }
      if (!whole.isReady || !field.ofShares) return [whole]
      const shares = readinessOf(field.ofShares, field, context)
      if (shares.isReady) return [whole]
      return [whole, { coordinate, area: `${area} of shares`, ...shares, isPart: true as const }]
    }),
  )
}

function readinessOf(upstreams: readonly Upstream[], field: ConnectorField, context: Configured) {
  const on = upstreams.filter(context.enabled)
  const off = upstreams
    .filter((upstream) => !on.includes(upstream))
    .map((upstream) => ({ upstream, settings: settingsOf(upstream, context) }))
  return { isReady: on.length > 0 || hasBars(field, context), on, off }
}

/**
 * The fields that the server refuses: the name of the area by coordinate. This is `unavailable` of
 * the tariff.
 */
export function unansweredFields(
  connectors: readonly Connector[],
  context: Configured,
): Readonly<Record<string, string>> {
  const refused = fieldReadiness(connectors, context).filter(
    ({ isReady, isPart }) => !isReady && !isPart,
  )
  return Object.fromEntries(refused.map(({ coordinate, area }) => [coordinate, area]))
}

/** Areas whose fields the server refuses entirely, each with the settings that would serve it. */
export function refusedAreas(
  fields: readonly FieldReadiness[],
): readonly { area: string; settings: readonly string[] }[] {
  const answered = new Set(fields.filter(({ isReady }) => isReady).map(({ area }) => area))
  const refused = new Map<string, Set<string>>()
  for (const { area, off } of fields.filter(({ area }) => !answered.has(area))) {
    const settings = refused.get(area) ?? new Set()
    for (const each of off) if (each.settings.length > 0) settings.add(andNames(each.settings))
    refused.set(area, settings)
  }
  return Array.from(refused, ([area, settings]) => ({ area, settings: [...settings] }))
}

/**
 * Refuses a field without a configured source.
 *
 * @throws FiqError `NOT_CONFIGURED` naming the settings that switch a source on
 */
export function refuseUnanswered(
  connector: Connector,
  field: ConnectorField,
  context: ConnectorContext,
): void {
  const upstreams = answeringUpstreams(connector, field)
  if (upstreams.length === 0 || hasBars(field, context)) return
  refuseWhenOff(areaOf(connector, field), upstreams, context)
}

/** The upstreams of a field. At least one must be on. */
export function answeringUpstreams(
  { upstreams }: Connector,
  field: ConnectorField,
): readonly Upstream[] {
  return field.answeredBy ?? field.sources ?? upstreams
}

function areaOf({ area }: Connector, field: ConnectorField): string {
  return field.area ?? area.replaceAll('-', ' ')
}

function hasBars({ readsBars }: ConnectorField, { files }: Configured): boolean {
  return readsBars === true && files.tickers().length > 0
}
