import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readIfExists } from './read-if-exists.ts'

test('default: returns what it reads', () => {
  expect(readIfExists(() => readFileSync(import.meta.filename, 'utf8'))).toContain('returns what')
})

test('behavior: a file or folder that does not exist is undefined', () => {
  const path = `${import.meta.dirname}/absent`
  expect([readIfExists(() => readFileSync(path)), readIfExists(() => readdirSync(path))]).toEqual([
    undefined,
    undefined,
  ])
})

test('error: any other failure is thrown, in the words of the caller if it has some', () => {
  const read = () => readFileSync(import.meta.dirname)
  expect(() => readIfExists(read)).toThrow('EISDIR')
  const inWords = (cause: Error) => new Error(`cannot be read: ${cause.message.slice(0, 6)}`)
  expect(() => readIfExists(read, inWords)).toThrow('cannot be read: EISDIR')
})
