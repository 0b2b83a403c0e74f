import { orNames } from '@fiq/shared/spelling/name-list'

/** A list of which the answer has one page, although there are or may be more items. */
export type CutList = {
  /** Number of items in the answer. */
  items: number
  /** Number of items within the filter; `undefined` if the source has not told. */
  total?: number | undefined
  /** Maximum of the list's argument `limit`. */
  limitMax: number
  /** The offset of the next page; `undefined` for a list without the argument. */
  next?: number | undefined
}

/** Collects the cut lists of one answer, and reports them in words. */
export type CutLists = {
  /**
   * @param path - Response path of the list, e.g. `entitiesByTickers.0.news`.
   * @param common - The same with `*` for each position, e.g. `entitiesByTickers.*.news`.
   */
  add(path: string, common: string, list: CutList): void
  /**
   * One sentence for each list, by its path. Equal fields of several list items are one entry, with
   * `*` for the position. `undefined` if no list was cut.
   */
  words(): Readonly<Record<string, string>> | undefined
}

/** Creates an empty collection. */
export function createCutLists(): CutLists {
  const lists = new Map<string, Map<string, CutList>>()
  return {
    add(path, common, list) {
      const alike = lists.get(common) ?? new Map<string, CutList>()
      lists.set(common, alike.set(path, list))
    },
    words() {
      if (lists.size === 0) return undefined
      const entries = [...lists].map(([common, alike]) => {
        const [[path, list]] = [...alike] as [[string, CutList]]
        return alike.size === 1
          ? ([path, wordsOf(list)] as const)
          : ([common, wordsOf(largest([...alike.values()]), alike.size)] as const)
      })
      return Object.fromEntries(entries)
    },
  }
}

function largest(lists: readonly CutList[]): CutList {
  return lists.reduce((most, list) => ((list.total ?? 0) > (most.total ?? 0) ? list : most))
}

function wordsOf({ items, total, limitMax, next }: CutList, lists = 1): string {
  const many = lists > 1 ? `in ${lists} lists, ` : ''
  const count =
    total === undefined
      ? `${items} items, as many as limit: there may be more`
      : `${items} of ${lists > 1 ? 'up to ' : ''}${total} items`
  const ways = [
    ...(items < limitMax ? [`a larger limit (at most ${limitMax})`] : []),
    ...(next === undefined ? [] : [`offset ${next}`]),
  ]
  return `${many}${count}${ways.length > 0 ? `. For the others set ${orNames(ways)}` : ''}.`
}
