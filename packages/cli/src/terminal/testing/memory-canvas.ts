import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import type { Canvas } from '../canvas.ts'

/** A terminal in memory to draw on. Tests wait for its content, never for a time. */
export function memoryCanvas({ columns = 80, rows = 24 } = {}) {
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: () => input,
    ref: () => input,
    unref: () => input,
  })
  const written = new EventEmitter()
  let all = ''
  const output = Object.assign(new EventEmitter(), {
    isTTY: true,
    columns,
    rows,
    write(text: string, ...rest: unknown[]) {
      all += text
      written.emit('text')
      const done = rest.find((each) => typeof each === 'function') as (() => void) | undefined
      done?.()
      return true
    },
  })
  const waits: { ms: number; run: () => void }[] = []
  const after: Canvas['after'] = (ms, run) => {
    waits.push({ ms, run })
    return () => {}
  }
  return {
    canvas: { input, output, after } as unknown as Canvas,
    input,
    /** All written text with its escape sequences. */
    raw: () => all,
    /** Waits until the written text, without escape sequences, contains a match. */
    async until(find: (written: string) => string | undefined): Promise<string> {
      for (;;) {
        const found = find(stripVTControlCharacters(all))
        if (found !== undefined) return found
        await new Promise((resolve) => written.once('text', resolve))
      }
    },
    /** Runs all pending timers. @returns Their delays in milliseconds. */
    async pass(): Promise<readonly number[]> {
      while (waits.length === 0) await turn()
      const passed = waits.splice(0)
      for (const { run } of passed) run()
      return passed.map(({ ms }) => ms)
    },
    async press(keys: string) {
      input.write(keys)
      for (let turns = 0; turns < 5; turns += 1) await turn()
    },
  }
}

/** One turn of the event loop. */
const turn = () => new Promise((resolve) => setImmediate(resolve))
