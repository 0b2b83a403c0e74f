import { expect, test } from 'vitest'
import { callerNameMax, callerWords } from './caller-words.ts'

test('default: quotes the name and marks it as the caller’s own', () => {
  expect(callerWords('claude-desktop')).toEqual([
    'from a program that calls itself "claude-desktop"',
  ])
})

test('behavior: removes control characters, quotation marks and line breaks', () => {
  const [line, ...more] = callerWords('a"\n\u001b[31m pay\u202e "yes')
  expect(more).toEqual([])
  expect(line).toMatch(/^from a program that calls itself "[^"\n]*"$/)
  for (const character of ['\u001b', '\u202e']) expect(line).not.toContain(character)
})

test('behavior: limits the length of a name; an empty one counts as missing', () => {
  const [line = ''] = callerWords('x'.repeat(1_000_000))
  expect(line.length).toBeLessThanOrEqual(
    'from a program that calls itself ""'.length + callerNameMax,
  )
  expect([callerWords(undefined), callerWords(''), callerWords(' \n"')]).toEqual([[], [], []])
})
