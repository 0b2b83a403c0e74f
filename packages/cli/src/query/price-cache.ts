import { readFileSync, writeFileSync } from 'node:fs'
import { jsonText } from '@fiq/shared/json'
import type { ExpectedPrice } from '@fiq/shared/payment/check-quote'
import type { Operation } from './operation.ts'

/** Prices that a build has computed for operations, so that a repeated command computes none. */
export type PriceCache = {
  find(operation: string): ExpectedPrice | undefined
  store(operation: string, price: ExpectedPrice): void
  /** Writes the stored prices to the file. Ignores write errors: the next run computes again. */
  save(): void
}

/** The latest are kept. */
const entriesMax = 16
/** A larger operation is not kept. */
const operationCharactersMax = 4_000

type Entry = [operation: string, price: ExpectedPrice]

/**
 * A price depends on the tariff of the build and on the operation alone.
 *
 * @param path - A file of this build that only the user can write. It is trusted as its code is.
 */
export function createPriceCache(path: string): PriceCache {
  let entries: readonly Entry[] | undefined
  let isChanged = false
  const read = () => {
    entries ??= entriesIn(path)
    return entries
  }
  return {
    find: (operation) => read().find(([known]) => known === operation)?.[1],
    store(operation, price) {
      if (operation.length > operationCharactersMax) return
      const others = read().filter(([known]) => known !== operation)
      const latest: Entry = [operation, price]
      entries = [latest, ...others].slice(0, entriesMax)
      isChanged = true
    },
    save() {
      if (!isChanged) return
      try {
        writeFileSync(path, jsonText(entries), { mode: 0o600 })
      } catch {
        // The next run computes the price again.
      }
    },
  }
}

/** The price of an operation, which an earlier run of this build may have computed. */
export async function priceOnce(
  operation: Operation,
  prices: PriceCache | undefined,
  load: () => Promise<{ expected(operation: Operation): ExpectedPrice }> = loadBuiltInTariff,
): Promise<ExpectedPrice> {
  const { query, variables, operationName } = operation
  const text = JSON.stringify([query, variables, operationName])
  const cached = prices?.find(text)
  if (cached) return cached
  const price = (await load()).expected(operation)
  prices?.store(text, price)
  return price
}

/** GraphQL and the schema are loaded only when something is priced. */
export async function loadBuiltInTariff() {
  const { builtInTariff } = await import('./built-in-tariff.ts')
  return builtInTariff()
}

function entriesIn(path: string): readonly Entry[] {
  try {
    const entries = JSON.parse(readFileSync(path, 'utf8')) as readonly Entry[]
    return entries.map(([operation, { price, ...rest }]) => [
      operation,
      { ...rest, price: { ...price, amount: BigInt(price.amount) } },
    ])
  } catch {
    return []
  }
}
