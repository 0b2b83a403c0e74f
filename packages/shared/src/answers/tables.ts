import { isObject, type Json } from '../json.ts'

/** A list of objects of one form, by columns. */
export type Table = {
  /** Response keys and list positions, separated by dots, e.g. `priceHistory.0.bars`. */
  path: string
  /** Scalar members of the object that contains the list. */
  of: Json
  /** Path of that object. */
  owner: string
  /** Names of columns whose value varies. The keys of nested objects are joined by dots. */
  columns: readonly string[]
  /** Columns with the same value in every row. */
  constant: Json
  rows: readonly (readonly unknown[])[]
}

/** A list with fewer objects is not a table. */
const rowsMin = 2

/**
 * Divides the data of an answer into tables and the rest, in which `{ "table": PATH }` replaces
 * each table.
 */
export function divideTables(data: unknown): { tables: readonly Table[]; rest: unknown } {
  const tables: Table[] = []
  const walk = (value: unknown, path: string, owner: Pick<Table, 'of' | 'owner'>): unknown => {
    if (Array.isArray(value)) {
      const table = tableOf(value)
      if (!table) return value.map((item, at) => walk(item, `${path}.${at}`, owner))
      tables.push({ path, ...owner, ...table })
      return { table: path }
    }
    if (!isObject(value)) return value
    const scalars = Object.fromEntries(Object.entries(value).filter(([, each]) => !isHolder(each)))
    return mapValues(value, (inner, key) =>
      walk(inner, joinPath(path, key), { of: scalars, owner: path }),
    )
  }
  const rest = walk(data, '', { of: {}, owner: '' })
  return { tables, rest }
}

/** The path of a member. */
export function joinPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}

/** The value at a path; `undefined` if there is none. */
export function valueAtPath(data: unknown, path: string): unknown {
  let value = data
  for (const key of path.split('.')) {
    if (!isHolder(value) || !Object.hasOwn(value as object, key)) return undefined
    value = (value as Json)[key]
  }
  return value
}

type Column = { name: string; values: readonly unknown[] }

/**
 * @returns `undefined` for a list that is not a table, or whose objects contain lists of objects.
 */
function tableOf(list: readonly unknown[]): Omit<Table, 'path' | 'of' | 'owner'> | undefined {
  if (list.length < rowsMin || !list.every(isObject) || !haveSameKeys(list)) return undefined
  const all: Column[] = []
  if (!collectColumns(list, '', all)) return undefined
  const isConstant = ({ values: [first, ...others] }: Column) =>
    !isHolder(first) && others.every((value) => value === first)
  const differing = all.filter((column) => !isConstant(column))
  return {
    columns: differing.map(({ name }) => name),
    constant: Object.fromEntries(
      all.filter(isConstant).map(({ name, values }) => [name, values[0]]),
    ),
    rows: list.map((_, at) => differing.map(({ values }) => values[at])),
  }
}

/** @returns `false` if a cell contains a list of objects, which would be a table within a table. */
function collectColumns(rows: readonly Json[], prefix: string, columns: Column[]): boolean {
  return Object.keys(rows[0]!).every((key) => {
    // A dot in a key would be ambiguous: dots join keys.
    if (key.includes('.')) return false
    const values = rows.map((row) => row[key])
    if (values.some(isListOfObjects)) return false
    const isNested = values.every(isObject) && haveSameKeys(values)
    if (isNested && Object.keys(values[0] as Json).length > 0)
      return collectColumns(values, `${prefix}${key}.`, columns)
    columns.push({ name: `${prefix}${key}`, values })
    return true
  })
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.filter(isObject).length >= rowsMin
}

function haveSameKeys(objects: readonly Json[]): boolean {
  const keys = Object.keys(objects[0]!)
  return objects.every(
    (each) =>
      Object.keys(each).length === keys.length && keys.every((key) => Object.hasOwn(each, key)),
  )
}

function isHolder(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function mapValues(value: Json, map: (inner: unknown, key: string) => unknown): Json {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, map(inner, key)]))
}
