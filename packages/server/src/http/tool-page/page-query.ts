import type { Tool } from '@fiq/shared/catalog/tool'

/** Tools with prices, and the field after which the page selects their currency. */
const priced: Readonly<Record<string, RegExp>> = {
  quotes: /\bprice\b/,
  priceHistory: /\bticker\b/,
  entityByTicker: /\bprice\b/,
  entitiesByTickers: /\bprice\b/,
}

/** Whether the page selects the currency beside the fields of the tool. */
export function addsCurrency({ name }: Pick<Tool, 'name'>): boolean {
  return Object.hasOwn(priced, name)
}

/**
 * The query that the page of a tool runs. The fields of a tool are fixed and have no currency. The
 * page adds it, because a price without its currency says little. It does not change the price.
 */
export function pageQuery({ name, query }: Pick<Tool, 'name' | 'query'>): string {
  const place = Object.hasOwn(priced, name) ? priced[name] : undefined
  return place ? query.replace(place, '$& currency') : query
}
