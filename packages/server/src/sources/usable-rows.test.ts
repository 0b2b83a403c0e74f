import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { rowsOmitted, usableMembers, usableRows } from './usable-rows.ts'

const schema = usableRows(z.object({ title: z.string(), votes: z.number().nullish() }))
const good = { title: 'a', votes: 1 }

test('default: omits the rows that cannot be used', () => {
  const rows = [good, null, { title: 'b', further: 1 }, { votes: 2 }]
  expect(schema.parse(rows)).toEqual([good, { title: 'b' }])
  expect(schema.parse([])).toEqual([])
  expect(rowsOmitted(schema.parse(rows))).toBe(2)
  expect(rowsOmitted(schema.parse([good]))).toBe(0)
})

test('error: refuses a list in which most rows have another form, and names the first difference', () => {
  const { error } = schema.safeParse([good, { headline: 'b' }, { headline: 'c' }])
  expect(error?.issues).toMatchObject([
    { path: ['title'], message: expect.stringMatching(/^2 of 3 rows have another form: /) },
  ])
  expect(schema.safeParse('none').success).toBe(false)
})

test('default: omits the members of a map that cannot be used, and refuses if most are such', () => {
  const members = usableMembers(z.object({ price: z.number() }))
  const parsed = members.parse({ a: { price: 1 }, b: null })
  expect(parsed).toEqual({ a: { price: 1 } })
  expect(rowsOmitted(parsed)).toBe(1)
  expect(members.safeParse({ error: { message: 'x' } }).success).toBe(false)
  expect(members.safeParse([{ price: 1 }]).success).toBe(false)
})

test('property: returns exactly the usable rows, or refuses', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constant(good), fc.jsonValue())), (rows) => {
      const usable = rows.filter((row) => schema.safeParse([row]).success)
      const { success, data } = schema.safeParse(rows)
      expect(success).toBe(2 * usable.length >= rows.length)
      if (success) expect(data).toHaveLength(usable.length)
    }),
  )
})
