import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import xterm from '@xterm/headless'
import type { Canvas } from '../canvas.ts'

/** Green, red and magenta that are readable on dark and light backgrounds: `paint.test.ts`. */
export const legibleColours: readonly (number | string)[] = [28, 167, 133]

/**
 * A terminal that draws like a real one: escape sequences, the alternate screen and all. Tests wait
 * for its content, never for a time.
 */
export function screenTerminal(columns: number, rows: number) {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true })
  const changed = new EventEmitter()
  let bytes = 0
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: () => input,
    ref: () => input,
    unref: () => input,
  })
  const output = Object.assign(new EventEmitter(), {
    isTTY: true,
    columns,
    rows,
    write(text: string, ...rest: unknown[]) {
      bytes += text.length
      // In cooked mode a terminal adds a carriage return before a line feed.
      terminal.write(text.replace(/\r?\n/g, '\r\n'), () => changed.emit('drawn'))
      const done = rest.find((each) => typeof each === 'function') as (() => void) | undefined
      done?.()
      return true
    },
  })
  const shown = () => {
    const buffer = terminal.buffer.active
    return Array.from({ length: terminal.rows }, (_, row) =>
      (buffer.getLine(buffer.viewportY + row)?.translateToString(true) ?? '').trimEnd(),
    )
      .join('\n')
      .trimEnd()
  }
  const lines = () =>
    Array.from({ length: terminal.rows }, (_, row) => terminal.buffer.active.getLine(row)!)
  return {
    /** Writes like a command that prints and ends. */
    print: (text: string) =>
      new Promise<void>((resolve) => terminal.write(text.replace(/\n/g, '\r\n'), resolve)),
    /** Whether a line was longer than the width of the terminal. */
    isBroken: () => lines().some((line) => line.isWrapped),
    /** Colours of the cells: numbers of the palette, `rgb`, or `ground` for the default. */
    colours() {
      const cells = lines().flatMap((line) =>
        Array.from({ length: terminal.cols }, (_, column) => line.getCell(column)!),
      )
      const found = cells.map((cell) => {
        if (!cell.isBgDefault()) return 'ground'
        if (cell.isFgRGB()) return 'rgb'
        return cell.isFgPalette() ? cell.getFgColor() : 'none'
      })
      return [...new Set(found)].filter((colour) => colour !== 'none')
    },
    canvas: { input, output, after: () => () => {} } as unknown as Canvas,
    input,
    shown,
    written: () => bytes,
    isAlternate: () => terminal.buffer.active.type === 'alternate',
    press: (keys: string) => void input.write(keys),
    resize(to: number, high: number) {
      terminal.resize(to, high)
      Object.assign(output, { columns: to, rows: high })
      output.emit('resize')
    },
    async until(text: string | (() => boolean)) {
      const isThere = typeof text === 'string' ? () => shown().includes(text) : text
      while (!isThere()) await new Promise((resolve) => changed.once('drawn', resolve))
      return shown()
    },
  }
}
