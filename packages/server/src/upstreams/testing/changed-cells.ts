import { zipOf } from '@fiq/shared/zip-of'
import { type ZipEntry, zipEntries } from '../zip.ts'
import {
  type ChangedCell,
  changesOfTable,
  changesOfXml,
  oddNumber,
  oddText,
  rowsMin,
} from './changed-text.ts'

/** One change in so many is tried. */
const oneIn = Number(process.env['CHANGED_CELLS_ONE_IN'] ?? 20)

/**
 * The {@link changedCells} to try in one run.
 *
 * @param triedMax - Maximum of them, spread over the response.
 */
export function triedCells(body: Uint8Array, triedMax = Number.POSITIVE_INFINITY): ChangedCell[] {
  const all = changedCells(body)
  // A run that tries fewer tries a part of the same cells.
  const every = oneIn * Math.max(1, Math.ceil(all.length / triedMax))
  return all.filter((_, index) => index % every === 0)
}

/**
 * The changes of single cells in the lists of a response: in JSON arrays or maps of rows, in a
 * table each row after the header, in XML repeated elements. The cell is missing, empty, and of
 * another type.
 */
export function changedCells(body: Uint8Array): ChangedCell[] {
  const text = Buffer.from(body)
    .toString()
    .replace(/^\ufeff/, '')
  if (/^\s*[{[]/.test(text)) return changesOfJson(text)
  const files = zipEntries(body)
  if (files) return changesOfArchive(files)
  return /^\s*</.test(text) ? changesOfXml(text) : changesOfTable(text)
}

function changesOfArchive(files: readonly ZipEntry[]): ChangedCell[] {
  const texts = files.map(
    ({ name, read }) => [name, textOf(read(Number.MAX_SAFE_INTEGER))] as const,
  )
  return texts.flatMap(([file, text]) => {
    const archive = (body: Uint8Array) =>
      zipOf({ ...Object.fromEntries(texts), [file]: textOf(body) })
    return changedCells(Buffer.from(text)).map(({ name, ofOneRow, ofAllRows }) => ({
      name: `${file}: ${name}`,
      ofOneRow: () => archive(ofOneRow()),
      ofAllRows: () => archive(ofAllRows()),
    }))
  })
}

const textOf = (body: Uint8Array) => Buffer.from(body).toString()

type Change = { name: string; apply(holder: Holder, key: string | number): void }
type Holder = Record<string | number, unknown>

const changesOfValue: readonly Change[] = [
  {
    name: 'missing',
    apply(holder, key) {
      delete holder[key]
    },
  },
  {
    name: 'null',
    apply(holder, key) {
      holder[key] = null
    },
  },
  {
    name: 'odd',
    apply(holder, key) {
      holder[key] = oddText
    },
  },
  {
    name: 'of another type',
    apply(holder, key) {
      holder[key] = typeof holder[key] === 'string' ? oddNumber : oddText
    },
  },
]

function changesOfJson(text: string): ChangedCell[] {
  const root: unknown = JSON.parse(text)
  const bytes = () => Buffer.from(JSON.stringify(root))
  return [...changesOfColumns(root, bytes), ...changesOfRows(root, bytes)]
}

/** Changes in columns of equal length, such as `timestamp` and `close` of a chart. */
function changesOfColumns(root: unknown, bytes: () => Uint8Array): ChangedCell[] {
  return jsonColumns(root, '').flatMap(([place, column]) => {
    const before = [...column]
    const changed = (cells: unknown[]) => {
      column.splice(0, Infinity, ...cells)
      const made = bytes()
      column.splice(0, Infinity, ...before)
      return made
    }
    const middle = Math.floor(column.length / 2)
    return [null, typeof before[middle] === 'string' ? oddNumber : oddText].map((cell) => ({
      name: `${place}.* = ${cell}`,
      ofOneRow: () => changed(before.with(middle, cell)),
      ofAllRows: () => changed(before.map(() => cell)),
    }))
  })
}

function jsonColumns(value: unknown, place: string): [string, unknown[]][] {
  if (typeof value !== 'object' || value === null) return []
  const entries = Object.entries(value).slice(0, 50)
  const lists = entries.flatMap(([, each]) => (Array.isArray(each) ? [each] : []))
  return entries.flatMap(([key, each]): [string, unknown[]][] => {
    const isColumn =
      isPlain(value) &&
      Array.isArray(each) &&
      each.length >= rowsMin &&
      lists.filter(({ length }) => length === each.length).length > 1 &&
      each.every((cell) => typeof cell !== 'object' || cell === null)
    return isColumn ? [[`${place}.${key}`, each]] : jsonColumns(each, `${place}.${key}`)
  })
}

function changesOfRows(root: unknown, bytes: () => Uint8Array): ChangedCell[] {
  return [...jsonLists(root)].flatMap(([place, lists]) => {
    const rows = lists.find((list) => list.length >= rowsMin)
    if (!rows) return []
    const row = rows[Math.floor(rows.length / 2)]!
    return cellPaths(row).flatMap((path) =>
      changesOfValue.flatMap(({ name, apply }) => {
        const shown = `${[...place.split('.'), '*', ...path].filter(Boolean).join('.')} ${name}`
        const changed = (each: readonly Holder[]) => {
          const undo = each.flatMap((one) => change(one, path, apply))
          const made = bytes()
          for (const back of undo.reverse()) back()
          return made
        }
        return [
          { name: shown, ofOneRow: () => changed([row]), ofAllRows: () => changed(lists.flat()) },
        ]
      }),
    )
  })
}

/** Changes the cell along a path. Returns what restores it. */
function change(row: Holder, path: readonly string[], apply: Change['apply']): (() => void)[] {
  let holder = row
  for (const key of path.slice(0, -1)) {
    if (typeof holder[key] !== 'object' || holder[key] === null) return []
    holder = holder[key] as Holder
  }
  const key = path.at(-1)!
  if (!(key in holder)) return []
  const before = { ...holder }
  apply(holder, key)
  return [
    () => {
      for (const each of Object.keys(holder)) delete holder[each]
      Object.assign(holder, before)
    },
  ]
}

/** All lists of rows, by their place in the document: the lists within rows share one place. */
function jsonLists(root: unknown): Map<string, Holder[][]> {
  const lists = new Map<string, Holder[][]>()
  const visit = (value: unknown, place: string) => {
    if (typeof value !== 'object' || value === null) return
    const members = Object.values(value)
    const isMap = !Array.isArray(value) && members.length >= rowsMin && sameKeys(members)
    if ((Array.isArray(value) || isMap) && members.some(isRow)) {
      lists.set(place, [...(lists.get(place) ?? []), members.filter(isRow)])
      for (const each of members) visit(each, `${place}.*`)
    } else if (Array.isArray(value)) {
      for (const each of members.slice(0, 5)) visit(each, `${place}.*`)
    } else for (const [key, each] of Object.entries(value)) visit(each, `${place}.${key}`)
  }
  visit(root, '')
  return lists
}

const isPlain = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** An object, or cells by their place, such as `[320193,"Apple Inc.","AAPL"]`. */
const isRow = (value: unknown): value is Holder =>
  isPlain(value) ||
  (Array.isArray(value) && value.length > 1 && value.every((cell) => !isHolder(cell)))
const isHolder = (value: unknown) => typeof value === 'object' && value !== null
const sameKeys = (members: readonly unknown[]) =>
  members.every(isPlain) &&
  new Set(members.map((each) => Object.keys(each).sort().join())).size <= members.length / 2

/** Paths to the scalars of a row and of the objects in it, not of the lists in it. */
function cellPaths(row: Holder): string[][] {
  return Object.entries(row).flatMap(([key, value]) =>
    isPlain(value) && Object.keys(value).length > 0
      ? cellPaths(value).map((path) => [key, ...path])
      : [[key]],
  )
}
