/**
 * A dependency that must work before this server receives requests. `check` rejects if it does not
 * work, and resolves to `warning` if it works but needs the operator.
 */
export type Readiness = { name: string; check(): Promise<unknown> }

/** Result of each check by name. Ready if no value is `failing`, healthy if every value is `ok`. */
export type ReadinessReport = { ready: boolean; checks: Readonly<Record<string, string>> }

/** A check fails after this time. */
const checkMs = 2_000
/** Results are cached for this time: probes are frequent, and each check writes to the disk. */
const storedMs = 1_000

/**
 * Runs the checks concurrently, at most once a second. Reasons contain no address and no key,
 * because the page is public.
 */
export function createReadiness(
  checks: readonly Readiness[],
  ports: { nowMs(): number; isDraining(): boolean; report(error: unknown): void },
): () => Promise<ReadinessReport> {
  let cached: { at: number; report: Promise<ReadinessReport> } | undefined
  return () => {
    if (ports.isDraining())
      return Promise.resolve({ ready: false, checks: { server: 'shutting down' } })
    if (!cached || ports.nowMs() - cached.at > storedMs)
      cached = { at: ports.nowMs(), report: runAll(checks, ports.report) }
    return cached.report
  }
}

async function runAll(
  checks: readonly Readiness[],
  report: (error: unknown) => void,
): Promise<ReadinessReport> {
  const results = await Promise.all(
    checks.map(async ({ name, check }) => {
      try {
        const message = await within(check())
        return [name, message === 'warning' ? 'warning' : 'ok'] as const
      } catch (error) {
        report(error)
        return [name, 'failing'] as const
      }
    }),
  )
  return {
    ready: results.every(([, state]) => state !== 'failing'),
    checks: Object.fromEntries(results),
  }
}

function within(work: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer in ${checkMs} ms`)), checkMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
