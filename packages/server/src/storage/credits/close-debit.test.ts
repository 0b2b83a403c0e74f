import { expect, test } from 'vitest'
import { closeStatement } from './close-debit.ts'

test('default: closes the debit that it names, if it is open', () => {
  const { sql, values } = closeStatement('d')
  expect(sql).toMatch(/unanswered = null where id = \? and unanswered = 1$/)
  expect(values).toEqual(['d'])
})
