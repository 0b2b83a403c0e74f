import type { Sink } from './output.ts'

/** Shown only after this time, so that quick answers cause no flicker. */
export const progressDelayMs = 300
const frameMs = 100
const frames = { drawn: '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏', ascii: '|/-\\' } as const
/** From this time on, the line shows the duration. */
const secondsFrom = 2

/** Timers of the world. */
export type Timers = {
  after(ms: number, run: () => void): () => void
  every(ms: number, run: () => void): () => void
}

/** A line on the terminal while work is pending. */
export type Progress = {
  /** Shows the line while the promise is pending. */
  during<value>(label: string, work: Promise<value>): Promise<value>
  /** Removes the line during a prompt. */
  pause(): void
  resume(): void
}

/**
 * A line on stderr for work that takes longer than {@link progressDelayMs}; silent without a
 * terminal.
 *
 * @param looks.drawsOver - `false`: printed once, for a screen reader or a terminal that cannot
 * redraw.
 */
export function openProgress(
  stderr: Sink,
  timers: Timers,
  { isAscii = false, drawsOver = true } = {},
): Progress {
  const turns = isAscii ? frames.ascii : frames.drawn
  let shown = false
  let paused = false
  const clear = () => {
    if (shown) stderr.write('\r\u001b[K')
    shown = false
  }
  return {
    async during(label, work) {
      if (!stderr.isTerminal) return work
      let frame = 0
      let stopFrames = () => {}
      const draw = () => {
        if (paused) return
        const seconds = Math.floor((progressDelayMs + frame * frameMs) / 1_000)
        const waited = seconds >= secondsFrom ? `, ${seconds} s` : ''
        stderr.write(`\r\u001b[K${turns[frame++ % turns.length]} ${label}${waited}`)
        shown = true
      }
      const stopDelay = timers.after(progressDelayMs, () => {
        if (!drawsOver) return paused ? undefined : stderr.write(`${label}\n`)
        draw()
        stopFrames = timers.every(frameMs, draw)
      })
      try {
        return await work
      } finally {
        stopDelay()
        stopFrames()
        clear()
      }
    },
    pause() {
      paused = true
      clear()
    },
    resume() {
      paused = false
    },
  }
}
