/**
 * Limits concurrent runs to `atOnce`. Others wait in order.
 *
 * @example const turn = someAtATime(16); await turn(() => readFile(path))
 */
export function someAtATime(atOnce: number): <value>(run: () => Promise<value>) => Promise<value> {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async (run) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
