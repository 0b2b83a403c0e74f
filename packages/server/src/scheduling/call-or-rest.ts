/** Asks something that may be gone. Never rejects: undefined when there is no answer now. */
export type Call = <value>(run: () => Promise<value>) => Promise<value | undefined>

export type CallPorts = {
  /** Called once when commands start to fail, not for each failure. */
  report(error: unknown): void
  /** Monotonic clock, in milliseconds. */
  nowMs?: () => number
  limits?: CallLimits
}

export type CallLimits = {
  /** Timeout of a call: a client waits for it. */
  timeoutMs: number
  /** Pause after a failure, without calls. */
  restMs: number
}

const defaultLimits: CallLimits = { timeoutMs: 250, restMs: 1_000 }

/**
 * For optional dependencies: a call has a short timeout, and after a failure no calls are made for
 * a while. A slow dependency then delays one request in a hundred, not each.
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
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in ${timeoutMs} ms.`)), timeoutMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
