import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { declarationsOf } from '../commands/declarations.ts'
import { areaNames } from '../commands/entity/areas.ts'
import { buildProgram } from './build-program.ts'
import { commandFor, withHelpOf, wordsOf } from './usage-errors.ts'

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

const declarations = await declarationsOf()
const words = Object.values(wordsOf).flatMap((line) => line.split(' '))

test('behavior: each command it names is complete', () => {
  for (const command of Object.keys(wordsOf)) {
    const [, ...argv] = command.split(' ')
    buildProgram(declarations, { columns: 80, version: '1' }).parse(argv)
    const area = argv[argv.indexOf('--with') + 1]
    if (argv.includes('--with')) expect([...areaNames, 'filings'], command).toContain(area)
  }
})

test('behavior: no word is a command itself or names two commands', () => {
  const names = declarations.map(({ name }) => name)
  expect(words.filter((word) => names.includes(word))).toEqual([])
  expect(words).toHaveLength(new Set(words).size)
  expect(words.filter((word) => commandFor(word.toUpperCase()) === undefined)).toEqual([])
})
