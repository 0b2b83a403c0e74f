import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import type { Canvas } from '../canvas.ts'

/** A terminal in memory to draw on. What is drawn is waited for, never for a time. */
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
    /** All that was written, with its escape sequences. */
    raw: () => all,
    /** Waits until something is found in what was written, without its escape sequences. */
    async until(find: (written: string) => string | undefined): Promise<string> {
      for (;;) {
        const found = find(stripVTControlCharacters(all))
        if (found !== undefined) return found
        await new Promise((resolve) => written.once('text', resolve))
      }
    },
    /** Lets the time pass that something waits for. @returns how long each would have, ms. */
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
