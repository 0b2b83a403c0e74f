/** Asks something that may be gone. Never rejects: undefined when there is no answer now. */
export type Call = <value>(run: () => Promise<value>) => Promise<value | undefined>

export type CallPorts = {
  /** Told once when answers stop coming, not for each that did not. */
  report(error: unknown): void
  /** Milliseconds of a clock that never goes back. */
  nowMs?: () => number
  limits?: CallLimits
}

export type CallLimits = {
  /** Whoever waits for an answer does so while a client waits for theirs. */
  timeoutMs: number
  /** After a failure nobody asks for this long. */
  restMs: number
}

const defaultLimits: CallLimits = { timeoutMs: 250, restMs: 1_000 }

/**
 * For what the server can do without: a question is given little time, and after one that failed
 * none is asked for a while, so that something slow costs a request in a hundred its patience and
 * the others nothing.
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
