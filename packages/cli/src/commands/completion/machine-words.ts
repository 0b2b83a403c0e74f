import { entityAreas } from '@fiq/shared/schema/entity-areas'
import type { WordKind } from '../../command-line/declaration.ts'
import type { CliContext } from '../../compose/context.ts'

/** Names that `fiq entity --with` accepts. */
const areaNames = Object.keys(entityAreas)
/** Maximum purchases that a shell offers, the latest first. */
const paymentsMax = 50

/**
 * The words of this machine that can continue the typed text. A text with commas is continued after
 * the last one.
 *
 * @example await machineWords('areas', 'news,insider', context) // ['news,insiderTrades']
 */
export async function machineWords(
  kind: WordKind,
  typed: string,
  context: Pick<CliContext, 'lists' | 'stored' | 'money'>,
): Promise<readonly string[]> {
  const part = typed.slice(typed.lastIndexOf(',') + 1)
  const before = typed.slice(0, typed.length - part.length)
  const words = await wordsOf(kind, part, context)
  return words.filter((word) => word.startsWith(part)).map((word) => `${before}${word}`)
}

async function wordsOf(
  kind: WordKind,
  part: string,
  { lists, stored, money }: Pick<CliContext, 'lists' | 'stored' | 'money'>,
): Promise<readonly string[]> {
  switch (kind) {
    case 'areas':
      return part.startsWith('-') ? areaNames.map((name) => `-${name}`) : ['all', ...areaNames]
    case 'tickers':
      return [
        ...lists.names().map((name) => `@${name}`),
        ...new Set(lists.names().flatMap((name) => tickersIn(name, lists))),
      ]
    case 'lists':
      return lists.names().map((name) => (part.startsWith('@') ? `@${name}` : name))
    case 'profiles':
      return [...new Set(['default', ...stored.profiles()])]
    case 'wallets':
      return (await money.wallets.list()).wallets.map(({ name }) => name)
    case 'payments':
      return (await money.payments.list(paymentsMax)).map(({ id }) => id.slice(0, 10))
  }
}

/** The tickers of a list; none if its file cannot be read. */
function tickersIn(name: string, lists: CliContext['lists']): readonly string[] {
  try {
    return lists.read(name).tickers
  } catch {
    return []
  }
}
