import { turns } from '../scheduling/turns.ts'

type Waiting<value, context> = {
  key: string
  context: context
  resolve: (value: value | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Combines single loads into batches of up to `keysMax` keys: the markets of fifty entities are one
 * upstream request, not fifty. A batch is sent once every job of the scheduler had a turn without
 * adding a key. Loads with different contexts form separate batches, because a context counts the
 * requests of its caller.
 *
 * @param load returns the values it has, by key
 * @returns a function that loads the value of one key and fails like `load`
 */
export function batchLoads<value, context>(
  keysMax: number,
  load: (keys: readonly string[], context: context) => Promise<ReadonlyMap<string, value>>,
): (key: string, context: context) => Promise<value | undefined> {
  let waiting: Waiting<value, context>[] = []
  const answer = async (batch: readonly Waiting<value, context>[], context: context) => {
    try {
      const values = await load([...new Set(batch.map(({ key }) => key))], context)
      for (const { key, resolve } of batch) resolve(values.get(key))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
  const flush = async () => {
    let before: number
    do {
      before = waiting.length
      await turns.afterAll()
    } while (turns.waiting > 0 && waiting.length > before)
    const byContext = Map.groupBy(waiting, ({ context }) => context)
    waiting = []
    for (const [context, own] of byContext) {
      const byKey = Map.groupBy(own, ({ key }) => key)
      const keys = [...byKey.keys()]
      for (let start = 0; start < keys.length; start += keysMax)
        void answer(
          keys.slice(start, start + keysMax).flatMap((key) => byKey.get(key)!),
          context,
        )
    }
  }
  return (key, context) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, context, resolve, reject })
      if (waiting.length === 1) void flush()
    })
}
