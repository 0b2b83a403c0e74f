import { isObject } from '../json.ts'
import { shellWord } from '../shell-word.ts'

/**
 * The command that runs a tool with these inputs. Safe to paste into a POSIX shell.
 *
 * @example toolCommand('quotes', { tickers: ['AAPL', '^GSPC'] }) // 'fiq tool quotes tickers=AAPL,^GSPC'
 */
export function toolCommand(name: string, inputs: Readonly<Record<string, unknown>>): string {
  return ['fiq tool', name, ...pairsOf(inputs, '').map(quoted)].join(' ')
}

/** `name=value` for each input, `filter.limit=5` for a nested one. */
function pairsOf(inputs: Readonly<Record<string, unknown>>, prefix: string): readonly string[] {
  return Object.entries(inputs).flatMap(([key, value]) => {
    if (isObject(value)) return pairsOf(value, `${prefix}${key}.`)
    return [`${prefix}${key}=${Array.isArray(value) ? listText(value) : String(value)}`]
  })
}

/** Commas separate the items, unless an item has one itself. */
function listText(items: readonly unknown[]): string {
  const isPlain = items.length > 0 && items.every((item) => /^[\w.^=-]+$/.test(String(item)))
  return isPlain ? items.join(',') : JSON.stringify(items)
}

/** The word, in quotes only if it needs them. */
function quoted(word: string): string {
  return /^[\w.,=^:/-]+$/.test(word) ? word : shellWord(word)
}
