import { z } from 'zod'

/**
 * A list without its rows of another form. Publishers leave out a title or an address now and then,
 * and one such row must not fail the others. If most rows have another form, the list is refused.
 *
 * Not for rows that others depend on, such as splits, and not for the columns of a table.
 *
 * @example z.object({ hits: usableRows(hitSchema) })
 */
export function usableRows<row>(schema: z.ZodType<row>) {
  return z.array(z.unknown()).transform((items, context): row[] => {
    const entries = items.map((item) => ['', item] as const)
    const rows = usable(entries, schema, context)?.map(([, row]) => row)
    return rows ? noted(rows, items.length - rows.length) : z.NEVER
  })
}

/**
 * {@link usableRows} of a map: without its members of another form.
 *
 * @example z.object({ result: usableMembers(tickerSchema) })
 */
export function usableMembers<row>(schema: z.ZodType<row>) {
  return z.record(z.string(), z.unknown()).transform((map, context) => {
    const entries = Object.entries(map)
    const members = usable(entries, schema, context)
    if (!members) return z.NEVER
    return noted(Object.fromEntries(members), entries.length - members.length)
  })
}

/** Number of rows that {@link usableRows} or {@link usableMembers} omitted from this result. */
export function rowsOmitted(rows: object): number {
  return omitted.get(rows) ?? 0
}

function noted<rows extends object>(rows: rows, count: number): rows {
  omitted.set(rows, count)
  return rows
}

const omitted = new WeakMap<object, number>()

/** The rows with their names; `undefined` with an issue if most have another form. */
function usable<row>(
  entries: readonly (readonly [string, unknown])[],
  schema: z.ZodType<row>,
  context: z.RefinementCtx,
): [string, row][] | undefined {
  const rows: [string, row][] = []
  let first: z.core.$ZodIssue | undefined
  for (const [name, item] of entries) {
    const { success, data, error } = schema.safeParse(item)
    if (success) rows.push([name, data])
    else first ??= error.issues[0]
  }
  if (2 * rows.length >= entries.length) return rows
  context.addIssue({
    code: 'custom',
    message: `${entries.length - rows.length} of ${entries.length} rows have another form: ${first?.message}`,
    path: [...(first?.path ?? [])],
  })
  return undefined
}
