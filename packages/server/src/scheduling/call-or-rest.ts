/** Calls an optional dependency. Never rejects: `undefined` if it does not answer now. */
export type Call = <value>(run: () => Promise<value>) => Promise<value | undefined>

export type CallPorts = {
  /** Called once when commands start to fail, not for each failure. */
  report(error: unknown): void
  /** Monotonic clock, in milliseconds. */
  nowMs?: () => number
  limits?: CallLimits
}

export type CallLimits = {
  /** Timeout of a call, because a client waits for it. */
  timeoutMs: number
  /** Time without calls after a failure. */
  restMs: number
}

const defaultLimits: CallLimits = { timeoutMs: 250, restMs: 1_000 }

/**
 * Calls an optional dependency with a short timeout, and not at all for a while after a failure. So
 * a slow dependency delays one request in a hundred instead of each.
 */
export function callOrRest({
  report,
  nowMs = () => performance.now(),
  limits = defaultLimits,
}: CallPorts): Call {
  let restsUntil = Number.NEGATIVE_INFINITY
  let isDown = false
  return async (run) => {
    if (nowMs() < restsUntil) return undefined
    try {
      const value = await withTimeout(run(), limits.timeoutMs)
      isDown = false
      return value
    } catch (error) {
      restsUntil = nowMs() + limits.restMs
      if (!isDown) report(error)
      isDown = true
      return undefined
    }
  }
}

async function withTimeout<value>(answer: Promise<value>, timeoutMs: number): Promise<value> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in ${timeoutMs} ms.`)), timeoutMs)
  })
  try {
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer)
  }
}
