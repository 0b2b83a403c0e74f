import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, parse } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { readIfExists } from '@fiq/shared/read-if-exists'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import { updateFile } from '../config/update-file.ts'
import { csvHeader, parseCsvList, tickerColumns } from './parse-csv-list.ts'
import { entriesMax, type ListContent, parseTomlList, tickerPattern } from './parse-list.ts'

/** A user's named list of tickers. */
export type TickerList = ListContent & { name: string; file: string }

/** The user's lists: files in a folder, which the user may edit. */
export type Lists = {
  /** Folder of the files. */
  folder: string
  /** Names of all lists, sorted. */
  names(): readonly string[]
  /**
   *
   * @throws FiqError `USAGE` for an unknown name, `CONFIGURATION_INVALID` for a file that cannot be
   * read.
   */
  read(name: string): TickerList
  /**
   * Adds tickers to a list. An unknown name becomes a TOML file.
   *
   * @returns The extended list.
   * @throws FiqError Like {@link Lists.read}; `USAGE` for an invalid file name or ticker.
   */
  add(name: string, tickers: readonly string[]): TickerList
}

const extensions = ['.toml', '.csv'] as const
const namePattern = /^[\w-]{1,40}$/
const listsMax = 500
const fileBytesMax = 262_144

/** The lists in a folder, which is read at each call and need not exist. */
export function openLists(folder: string): Lists {
  const files = () =>
    (readIfExists(() => readdirSync(folder)) ?? [])
      .filter((file) => extensions.some((extension) => extname(file) === extension))
      .filter((file) => namePattern.test(parse(file).name))
      .sort()
      .slice(0, listsMax)
  const names = () => [...new Set(files().map((file) => parse(file).name))]
  const fileOf = (name: string) =>
    files().find((each) => parse(each).name.toLowerCase() === name.toLowerCase())
  const lists: Lists = {
    folder,
    names,
    read(name) {
      const file = fileOf(name)
      if (file === undefined) throw unknownList(name, names())
      const path = join(folder, file)
      if (statSync(path).size > fileBytesMax)
        throw new FiqError(
          'CONFIGURATION_INVALID',
          `The list ${path} has more than ${fileBytesMax} bytes.`,
        )
      const text = readFileSync(path, 'utf8')
      const parseList = extname(file) === '.csv' ? parseCsvList : parseTomlList
      return { name: parse(file).name, file: path, ...parseList(text, path) }
    },
    add(name, tickers) {
      if (!namePattern.test(name))
        throw new FiqError(
          'USAGE',
          'The name of a list consists of 1 to 40 letters, digits, underscores or hyphens.',
        )
      const wrong = tickers.find((ticker) => !tickerPattern.test(ticker))
      if (wrong !== undefined)
        throw new FiqError('USAGE', `${JSON.stringify(wrong.slice(0, 40))} is not a ticker.`)
      const file = fileOf(name)
      const before = file === undefined ? undefined : lists.read(name)
      const more = tickers.filter((ticker) => !before?.tickers.includes(ticker))
      if ((before?.tickers.length ?? 0) + more.length > entriesMax)
        throw new FiqError('USAGE', `A list can have at most ${entriesMax} tickers.`)
      if (more.length > 0)
        updateFile(before?.file ?? join(folder, `${name.toLowerCase()}.toml`), (text) =>
          text !== undefined && before?.file.endsWith('.csv')
            ? addToCsv(text, more)
            : addToToml(text, more),
        )
      return lists.read(name)
    },
  }
  return lists
}

function unknownList(name: string, names: readonly string[]): FiqError {
  return new FiqError('USAGE', `There is no list @${name.slice(0, 40)}.`, {
    facts: [
      ...didYouMean(name, names),
      names.length > 0
        ? `Lists: ${names.map((each) => `@${each}`).join(', ')}`
        : 'There are no lists yet.',
    ],
    remedy: namePattern.test(name)
      ? `fiq list ${name} --add AAPL,MSFT`
      : 'fiq list shows your lists.',
  })
}

/**
 * Appends tickers to a TOML list. Keeps comments and line breaks.
 *
 * @param text - A valid list; `undefined` creates one.
 */
export function addToToml(text: string | undefined, tickers: readonly string[]): string {
  const items = tickers.map((ticker) => `"${ticker}"`).join(', ')
  if (text === undefined) return `tickers = [${items}]\n`
  // A comment may contain a bracket, so blank comments without moving other characters.
  const bare = text.replace(/#.*$/gm, (comment) => ' '.repeat(comment.length))
  const end = bare.indexOf(']')
  const before = bare.slice(0, end).trimEnd()
  const comma = before.endsWith('[') || before.endsWith(',') ? '' : ', '
  return `${text.slice(0, end)}${comma}${items}${text.slice(end)}`
}

/** Appends a line for each ticker to a CSV list. The other columns stay empty. */
export function addToCsv(text: string, tickers: readonly string[]): string {
  const { names, separator } = csvHeader(text)
  const lines = tickers.map((ticker) =>
    names.map((name) => (tickerColumns.includes(name) ? ticker : '')).join(separator),
  )
  return `${text.trimEnd()}\n${lines.join('\n')}\n`
}
