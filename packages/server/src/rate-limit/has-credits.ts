import { LRUCache } from 'lru-cache'
import { type Credits, creditsIn } from '../credits/credits.ts'
import { expiringEntries } from '../scheduling/entries-max.ts'

/** Whether an organisation holds credits: anybody gets a key for a signature, and this costs money. */
export type HasCredits = (organisation: string) => boolean | Promise<boolean>

/** Organisations that are remembered, and for how long. */
const rememberedMax = 10_000
const rememberedForMs = 60_000

/** Reads the balance of each organisation at most once a minute. */
export function createHasCredits(
  { balance }: Pick<Credits, 'balance'>,
  nowMs: () => number = () => performance.now(),
): HasCredits {
  const cache = new LRUCache<string, boolean>(
    expiringEntries(rememberedMax, rememberedForMs, nowMs),
  )
  return (organisation) =>
    cache.get(organisation) ??
    balance(organisation).then((units) => {
      const has = creditsIn(units) > 0
      cache.set(organisation, has)
      return has
    })
}
