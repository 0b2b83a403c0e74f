import type { Table } from '../tables.ts'

type Json = Readonly<Record<string, unknown>>

/** Restores the data that `divideTables` divided. Keys of rows may be in another order. */
export function joinTables(rest: unknown, tables: readonly Table[]): unknown {
  const byPath = new Map(tables.map((table) => [table.path, table]))
  const walk = (value: unknown, path: string): unknown => {
    const table = byPath.get(path)
    if (table) return table.rows.map((row) => objectOf(table, row))
    if (Array.isArray(value)) return value.map((item, at) => walk(item, `${path}.${at}`))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        walk(inner, path === '' ? key : `${path}.${key}`),
      ]),
    )
  }
  return walk(rest, '')
}

function objectOf({ columns, constant }: Table, row: readonly unknown[]): Json {
  const out: Record<string, unknown> = {}
  const put = (column: string, value: unknown) => {
    const keys = column.split('.')
    const last = keys.pop()!
    let holder = out
    for (const key of keys) {
      if (!Object.hasOwn(holder, key)) holder[key] = {}
      holder = holder[key] as Record<string, unknown>
    }
    holder[last] = value
  }
  for (const [column, value] of Object.entries(constant)) put(column, value)
  for (const [at, column] of columns.entries()) put(column, row[at])
  return out
}
