import { expect, test } from 'vitest'
import { commandGroups, declarationsOf } from '../../commands/declarations.ts'
import { areaNames } from '../../commands/entity/areas.ts'
import { buildProgram } from '../build-program.ts'
import { commandFor, wordsOf } from './other-words.ts'

const declarations = await declarationsOf()
const words = Object.values(wordsOf).flatMap((line) => line.split(' '))

test('behavior: each command it names is complete', () => {
  for (const command of Object.keys(wordsOf)) {
    const [, ...argv] = command.split(' ')
    buildProgram(declarations, { columns: 80, version: '1', groups: commandGroups }).parse(argv)
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
