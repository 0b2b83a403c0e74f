import { forgetExpired, forgetSourcesOff } from './stored-answers.ts'

type GradedSource = { id: string; hosts: readonly string[] }

type RulesPorts<source extends GradedSource> = {
  dataDir: string
  sources: readonly source[]
  enabled(source: source): boolean
  /** The server's answers in memory, and what it built of them. */
  memory: { forgetHosts(isOff: (host: string) => boolean): void; forgetCached(): void }
  now(): Date
}

/**
 * Keeps to what the owners of sources allow to be stored. Each call deletes answers of sources that
 * are off from disk and memory, and answers on disk that are too old. Values that were built of
 * answers are dropped when a source was switched off since the call before.
 */
export function storageRules<source extends GradedSource>(ports: RulesPorts<source>): () => void {
  const { dataDir, sources, enabled, memory, now } = ports
  let before: ReadonlySet<source> = new Set()
  return () => {
    const on = new Set(sources.filter(enabled))
    const hosts = new Set([...on].flatMap((source) => source.hosts))
    if ([...before].some((source) => !on.has(source))) memory.forgetCached()
    before = on
    memory.forgetHosts((host) => !hosts.has(host))
    forgetSourcesOff(dataDir, sources, (source) => on.has(source))
    forgetExpired(dataDir, sources, now())
  }
}
