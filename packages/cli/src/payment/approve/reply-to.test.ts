import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PressedKey, replyTo } from './reply-to.ts'

const plain: PressedKey = { return: false, escape: false, ctrl: false, meta: false }

test.each<[string, string, Partial<PressedKey>, ReturnType<typeof replyTo>]>([
  ['y', 'y', {}, 'once'],
  ['Y', 'Y', {}, 'once'],
  ['a', 'a', {}, 'session'],
  ['n', 'n', {}, 'no'],
  ['Enter', '', { return: true }, 'no'],
  ['a line feed', '\n', {}, 'no'],
  ['Escape', '', { escape: true }, 'no'],
  ['Ctrl-C', 'c', { ctrl: true }, 'interrupted'],
  ['Ctrl-D', 'd', { ctrl: true }, 'interrupted'],
  ['Ctrl-Y', 'y', { ctrl: true }, undefined],
  ['Alt-y', 'y', { meta: true }, undefined],
  ['Escape and y in one', 'y', { escape: true, meta: true }, undefined],
  ['yy', 'yy', {}, undefined],
  ['an arrow', '', {}, undefined],
  ['a space', ' ', {}, undefined],
])('behavior: %s', (_, input, key, reply) => {
  expect(replyTo(input, { ...plain, ...key })).toBe(reply)
})

test('behavior: only y and a, alone, allow a payment', () => {
  const key = fc.record({
    return: fc.boolean(),
    escape: fc.boolean(),
    ctrl: fc.boolean(),
    meta: fc.boolean(),
  })
  const input = fc.oneof(fc.string(), fc.constantFrom('y', 'Y', 'a', 'A', 'n', 'ＹＹ', 'ｙ', 'á'))
  fc.assert(
    fc.property(input, key, (text, pressed) => {
      const reply = replyTo(text, pressed)
      if (reply !== 'once' && reply !== 'session') return
      expect(text).toMatch(/^[yYaA]$/)
      expect(pressed).toMatchObject({ ctrl: false, meta: false, return: false })
    }),
  )
})
