import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, parse } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { didYouMean } from '@fiq/shared/spelling/did-you-mean'
import { type ListContent, parseCsvList, parseTomlList } from './parse-list.ts'

/** A named list of tickers of the user. */
export type TickerList = ListContent & { name: string; file: string }

/** The user's lists: files of a folder, which the user writes. */
export type Lists = {
  /** Folder of the files. */
  folder: string
  /** Names of all lists, sorted. */
  names(): readonly string[]
  /**
   * @throws FiqError `USAGE` for a name there is not, `CONFIGURATION_INVALID` for a file that cannot
   * be read.
   */
  read(name: string): TickerList
}

const extensions = ['.toml', '.csv'] as const
const namePattern = /^[\w-]{1,40}$/
const listsMax = 500
const fileBytesMax = 262_144

/** The lists of a folder. It is read anew each time, and need not be there. */
export function openLists(folder: string): Lists {
  const files = () =>
    filesIn(folder)
      .filter((file) => extensions.some((extension) => extname(file) === extension))
      .filter((file) => namePattern.test(parse(file).name))
      .sort()
      .slice(0, listsMax)
  const names = () => [...new Set(files().map((file) => parse(file).name))]
  return {
    folder,
    names,
    read(name) {
      const file = files().find((each) => parse(each).name === name.toLowerCase())
      if (file === undefined) throw unknownList(name, names(), folder)
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
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return []
    throw error
  }
}

function unknownList(name: string, names: readonly string[], folder: string): FiqError {
  return new FiqError('USAGE', `There is no list @${name.slice(0, 40)}.`, {
    facts: [
      ...didYouMean(name, names),
      names.length > 0
        ? `Lists: ${names.map((each) => `@${each}`).join(', ')}`
        : 'There is no list yet.',
    ],
    remedy: `Write one: echo 'tickers = ["AAPL", "MSFT"]' > ${join(folder, 'tech.toml')}`,
  })
}
