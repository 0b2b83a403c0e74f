import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { withHelpOf } from './usage-errors.ts'

test.each(['USAGE', 'BAD_INPUT'] as const)('default: %s names the help of the command', (code) => {
  const error = new FiqError(code, 'No.', { facts: ['Given: x'] })
  expect(withHelpOf('fiq gdp', error)).toMatchObject({
    code,
    message: 'No.',
    facts: ['Given: x'],
    remedy: 'fiq gdp --help lists its arguments and options.',
  })
})

test('behavior: errors with their own help, of another kind or about a payment stay unchanged', () => {
  const better = new FiqError('USAGE', 'No.', { remedy: 'Write it out.' })
  const other = new FiqError('NOT_FOUND', 'No.')
  const paid = Object.assign(new FiqError('BAD_INPUT', 'No.'), { payment: { id: '0x1' } })
  for (const error of [better, other, paid, new TypeError('x')])
    expect(withHelpOf('fiq gdp', error)).toBe(error)
})
