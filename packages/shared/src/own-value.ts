/**
 * The value of a table under a name that another party chose. Every object inherits members such as
 * `constructor`, which are no values of the table.
 */
export function ownValue<value>(
  table: Readonly<Record<string, value>>,
  name: string,
): value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
