import { forgetExpired, forgetSourcesOff } from './stored-answers.ts'

type GradedSource = { id: string; hosts: readonly string[] }

type RulesPorts<source extends GradedSource> = {
  dataDir: string
  sources: readonly source[]
  enabled(source: source): boolean
  /** The server's cached responses, and values built from them. */
  memory: { forgetHosts(isOff: (host: string) => boolean): void; forgetCached(): void }
  now(): Date
}

/**
 * Enforces the storage terms of the sources' owners. Each call deletes responses of disabled
 * sources from disk and memory, and expired responses from disk. If a source was switched off since
 * the last call, values built from responses are dropped, and the caller drops its own.
 *
 * @returns a function that returns whether a source was switched off since its last call
 */
export function storageRules<source extends GradedSource>(
  ports: RulesPorts<source>,
): () => boolean {
  const { dataDir, sources, enabled, memory, now } = ports
  let before: ReadonlySet<source> = new Set()
  return () => {
    const on = new Set(sources.filter(enabled))
    const hosts = new Set([...on].flatMap((source) => source.hosts))
    const isLess = [...before].some((source) => !on.has(source))
    if (isLess) memory.forgetCached()
    before = on
    memory.forgetHosts((host) => !hosts.has(host))
    forgetSourcesOff(dataDir, sources, (source) => on.has(source))
    forgetExpired(dataDir, sources, now())
    return isLess
  }
}
