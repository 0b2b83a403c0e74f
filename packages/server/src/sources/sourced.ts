import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { andNames } from '@fiq/shared/spelling/name-list'
import { variablesNeeded } from '../upstreams/live/host-rules.ts'
import type { Origin } from '../upstreams/transport.ts'
import type { ConnectorContext, Provenance, Sourced, Upstream } from './connector.ts'
import { ownerOf } from './grades/source-grades.ts'

/**
 * Provenance of an upstream's response. Its address is that of the document or query, or that of
 * the upstream if a reader could not open the former.
 *
 * @param asOf the upstream's time of the value, if it states one; otherwise that of the response
 * @param stale absent if the area has no limit
 * @param delay of this response, if the upstream states it
 */
export function provenanceOf(
  upstream: Upstream,
  answer: Origin,
  { asOf = answer.asOf, stale = null, delay = upstream.timing?.delay }: ValueTime = {},
): Provenance {
  return {
    source: upstream.name,
    sourceUrl: answer.address ?? upstream.url,
    asOf,
    retrievedAt: answer.retrievedAt,
    mode: answer.mode,
    stale,
    licence: upstream.licence.text,
    ...upstream.timing,
    ...defined({ delay }),
  }
}

type ValueTime = { asOf?: string | null; stale?: boolean | null; delay?: Provenance['delay'] }

/**
 * Tries sources in order of preference until one has the value. After an expected failure it tries
 * the next one; any other error is thrown at once.
 *
 * @throws FiqError of a failed source if any failed, else `NOT_FOUND`; `NOT_CONFIGURED` if there is
 * no source
 */
export async function firstSource<sourced extends Sourced<unknown>>(
  area: string,
  attempts: readonly (() => Promise<sourced | undefined>)[],
): Promise<sourced> {
  const errors: FiqError[] = []
  for (const attempt of attempts) {
    try {
      const sourced = await attempt()
      if (sourced) return sourced
    } catch (error) {
      if (!(error instanceof FiqError) || !handsOver(error)) throw error
      errors.push(error)
    }
  }
  throw (
    mostTelling(errors) ??
    (attempts.length > 0
      ? new FiqError('NOT_FOUND', `No source has ${area} for this item.`)
      : new FiqError('NOT_CONFIGURED', `This server has no source for ${area}.`))
  )
}

/** The error of a failed source, which leaves the result uncertain; otherwise `NOT_FOUND`. */
export function mostTelling(errors: readonly FiqError[]): FiqError | undefined {
  return (
    errors.find(({ code }) => code.startsWith('UPSTREAM_')) ??
    errors.find(({ code }) => code === 'NOT_FOUND') ??
    errors[0]
  )
}

/**
 * One upstream of an area, with a function that loads a value from it; `undefined` if it lacks the
 * value.
 */
export type Source<value, sourced extends Sourced<value> = Sourced<value>> = {
  upstream: Upstream
  load(context: ConnectorContext): Promise<sourced | undefined>
}

/**
 * {@link firstSource} over the enabled sources.
 *
 * @throws FiqError `NOT_CONFIGURED` naming the settings that enable one
 */
export async function fromSources<value, sourced extends Sourced<value>>(
  area: string,
  sources: readonly Source<value, sourced>[],
  context: ConnectorContext,
): Promise<sourced> {
  const upstreams = sources.map(({ upstream }) => upstream)
  refuseWhenOff(area, upstreams, context)
  const on = sources.filter(({ upstream }) => context.enabled(upstream))
  const attempts = on.map((source) => () => source.load(context))
  return firstSource(area, attempts)
}

/**
 * Refuses an area without an enabled upstream, before payment.
 *
 * @throws FiqError `NOT_CONFIGURED` naming the settings that enable one
 */
export function refuseWhenOff(
  area: string,
  upstreams: readonly Upstream[],
  context: ConnectorContext,
): void {
  if (upstreams.some(context.enabled)) return
  throw new FiqError('NOT_CONFIGURED', `This server has no source configured for ${area}.`, {
    facts: settingsFacts(upstreams, context),
  })
}

/**
 * Which settings switch on the sources that are off, one fact for each.
 *
 * @example ['FINNHUB_API_KEY turns on Finnhub quotes']
 */
export function settingsFacts(
  upstreams: readonly Upstream[],
  context: ConnectorContext,
): readonly string[] {
  const namesBySettings = new Map<string, string[]>()
  for (const upstream of upstreams.filter((each) => !context.enabled(each))) {
    const settings = settingsOf(upstream, context)
    if (settings.length === 0) continue
    const words = `${andNames(settings)} ${settings.length > 1 ? 'turn' : 'turns'} on`
    namesBySettings.set(words, [...(namesBySettings.get(words) ?? []), upstream.name])
  }
  return Array.from(namesBySettings, ([words, names]) => `${words} ${names.join(', ')}`)
}

/**
 * The settings that switch on a source: the variables of its keys, and the list of allowed sources;
 * in personal mode the command for the user's decision. Empty for a source that cannot be switched
 * on.
 */
export function settingsOf(
  upstream: Upstream,
  { isPersonal = false }: Pick<ConnectorContext, 'isPersonal'> = {},
): readonly string[] {
  const { id, hosts, key, licence } = upstream
  const variables = [...new Set([...(key === undefined ? [] : [key]), ...variablesNeeded(hosts)])]
  if (isPersonal) {
    const owner = ownerOf(upstream)
    if (owner?.grade === 'X') return []
    return owner?.grade === 'U' ? [...variables, `fiq-server sources allow ${owner.id}`] : variables
  }
  const isAllowed = key !== undefined || licence.class !== 'restricted'
  return isAllowed ? variables : [...variables, `FIQ_RESTRICTED_UPSTREAMS=${id}`]
}

/** Days between `asOf` and `now`; infinite for a value without a time. */
export function ageDays(asOf: string | null | undefined, now: Date): number {
  return asOf == null ? Infinity : (now.getTime() - Date.parse(asOf)) / 86_400_000
}

function handsOver({ code }: FiqError): boolean {
  return (
    code.startsWith('UPSTREAM_') || ['NOT_FOUND', 'NOT_CONFIGURED', 'TIER_DENIED'].includes(code)
  )
}
