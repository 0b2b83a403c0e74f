type Waiting<value> = {
  key: string
  resolve: (value: value | undefined) => void
  reject: (error: unknown) => void
}

/**
 * What is asked for one by one in the same turn is loaded together, `keysMax` at a time: fifty
 * entities with their market are one upstream call, not fifty.
 *
 * @param load by key, what it has of these
 * @returns a function that loads one and fails as `load` does
 */
export function askedTogether<value>(
  keysMax: number,
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, value>>,
): (key: string) => Promise<value | undefined> {
  let waiting: Waiting<value>[] = []
  const answer = async (batch: readonly Waiting<value>[]) => {
    try {
      const values = await load([...new Set(batch.map(({ key }) => key))])
      for (const { key, resolve } of batch) resolve(values.get(key))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
  const flush = () => {
    const byKey = Map.groupBy(waiting, ({ key }) => key)
    waiting = []
    const keys = [...byKey.keys()]
    for (let start = 0; start < keys.length; start += keysMax)
      void answer(keys.slice(start, start + keysMax).flatMap((key) => byKey.get(key)!))
  }
  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ key, resolve, reject })
    })
}
