/** `fields` without members that are `undefined`; the others keep their types. */
type Defined<fields> = {
  [key in keyof fields as undefined extends fields[key] ? never : key]: fields[key]
} & {
  [key in keyof fields as undefined extends fields[key] ? key : never]?: Exclude<
    fields[key],
    undefined
  >
}

/**
 * Leaves out properties that are `undefined`, for objects whose optional properties must be absent.
 *
 * @example { id, ...defined({ transaction, reason }) }
 */
export function defined<fields extends object>(fields: fields): Defined<fields> {
  const rest: Record<string, unknown> = {}
  for (const key of Object.keys(fields)) {
    const value = (fields as Record<string, unknown>)[key]
    if (value !== undefined) rest[key] = value
  }
  return rest as Defined<fields>
}

/**
 * Returns `convert(value)`, or `undefined` for `null` (as databases return it) and for `undefined`.
 *
 * @example ifPresent(row.log_index, Number)
 */
export function ifPresent<value, result>(
  value: value | null | undefined,
  convert: (value: value) => result,
): result | undefined {
  return value === null || value === undefined ? undefined : convert(value)
}
