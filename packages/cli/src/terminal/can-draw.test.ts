import { expect, test } from 'vitest'
import { canDraw, tooSmall } from './can-draw.ts'
import type { Sink } from './output.ts'

const sink = (columns = 80, rows = 24, isTerminal = true): Sink => ({
  write() {},
  isTerminal,
  columns,
  stream: { columns, rows } as NodeJS.WriteStream,
})

test('default: draws on a terminal of common size', () => {
  expect(canDraw(sink(), { TERM: 'xterm' }, true)).toBe(true)
})

test.each<[string, Sink, Record<string, string>, boolean]>([
  ['NO_COLOR', sink(), { NO_COLOR: '1' }, true],
  ['--no-color', sink(), {}, false],
  ['a screen reader', sink(), { INK_SCREEN_READER: 'true' }, true],
  ['a terminal that cannot', sink(), { TERM: 'dumb' }, true],
  ['a narrow terminal', sink(55), {}, true],
  ['a low terminal', sink(80, 23), {}, true],
  ['a pipe', sink(80, 24, false), {}, true],
  ['no stream to draw on', { ...sink(), stream: undefined }, {}, true],
])('behavior: does not draw with %s', (_, stderr, env, isColourWanted) => {
  expect(canDraw(stderr, env, isColourWanted)).toBe(false)
})

test('default: a small terminal gets a message, any other is drawn on', () => {
  expect(tooSmall(sink(80, 20))).toBe(
    'This terminal has 80 columns and 20 lines; drawing needs 56 and 24.',
  )
  expect(tooSmall(sink(55, 24))).toContain('55 columns')
  for (const other of [sink(), sink(80, 20, false), { ...sink(), stream: undefined }])
    expect(tooSmall(other)).toBeUndefined()
})
