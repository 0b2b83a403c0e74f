import { z } from 'zod'

/**
 * A list without its rows of another form. Publishers leave out a title or an address now and then,
 * and one such row must not fail the others. If most rows have another form, the list is refused.
 *
 * @example z.object({ hits: usableRows(hitSchema) })
 */
export function usableRows<row>(schema: z.ZodType<row>) {
  return z.array(z.unknown()).transform((items, context): row[] => {
    const rows = items.flatMap((item) => {
      const { success, data } = schema.safeParse(item)
      return success ? [data] : []
    })
    if (2 * rows.length >= items.length) return rows
    const issue = schema.safeParse(items.find((item) => !schema.safeParse(item).success)).error
    const [first] = issue?.issues ?? []
    context.addIssue({
      code: 'custom',
      message: `${items.length - rows.length} of ${items.length} rows have another form: ${first?.message}`,
      path: first?.path ? [...first.path] : [],
    })
    return z.NEVER
  })
}
