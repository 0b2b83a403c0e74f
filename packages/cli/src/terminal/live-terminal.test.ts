import { expect, test } from 'vitest'
import type { World } from '../compose/world.ts'
import { openLiveTerminal } from './live-terminal.ts'
import { screenTerminal } from './testing/screen-terminal.ts'

const { canvas } = screenTerminal(80, 24)
const world = (isTerminal: boolean, isThere = true) =>
  ({
    stdout: { write() {}, isTerminal, columns: 80, stream: isTerminal ? canvas.output : undefined },
    answers: { isThere, open: () => canvas.input },
    timers: { after: () => () => {}, every: () => () => {} },
    onStop() {},
    onAbruptEnd() {},
  }) as unknown as World
const looks = { drawsOver: true, colour: true }
const progress = { pause() {}, resume() {} }

test('default: provides standard output and the keys', async () => {
  const live = openLiveTerminal(world(true), progress, looks)
  const lent = await live?.draw(async ({ input, output }) => ({ input, output }))
  expect(lent).toEqual({ input: canvas.input, output: canvas.output })
  expect(live).toMatchObject(looks)
})

test('behavior: there is none in a pipe, or without a keyboard', () => {
  expect(openLiveTerminal(world(false), progress, looks)).toBeUndefined()
  expect(openLiveTerminal(world(true, false), progress, looks)).toBeUndefined()
})
