import { type AnswerSource, createApprovalTerminal } from './approval-terminal.ts'
import type { Canvas } from './canvas.ts'
import type { Sink } from './output.ts'
import type { Progress, Timers } from './progress.ts'

/** A terminal lent to a view that stays: standard output is one, and keys can be read. */
export type LiveTerminal = {
  draw<reply>(show: (canvas: Canvas) => Promise<reply>): Promise<reply>
  /** false: lines of words instead, for a listener or a terminal that cannot go back. */
  drawsOver: boolean
  colour: boolean
  timers: Timers
  /** Called when the process must stop. */
  onStop(run: () => void): void
  /** Called before an end that leaves no time: gives the terminal back. */
  onAbruptEnd(run: () => void): void
  /** Suspends the program as Ctrl-Z does outside a view; returns when it resumes. */
  suspend(): void
}

/** Ports of {@link openLiveTerminal}. */
export type LiveTerminalPorts = Pick<
  LiveTerminal,
  'timers' | 'onStop' | 'onAbruptEnd' | 'suspend'
> & { stdout: Sink; answers: AnswerSource }

/** @returns `undefined` where there is no terminal to draw on or nobody to press a key. */
export function openLiveTerminal(
  { stdout, answers, timers, onStop, onAbruptEnd, suspend }: LiveTerminalPorts,
  progress: Pick<Progress, 'pause' | 'resume'>,
  { drawsOver, colour }: Pick<LiveTerminal, 'drawsOver' | 'colour'>,
): LiveTerminal | undefined {
  const { stream } = stdout
  if (!stdout.isTerminal || !stream || !answers.isThere) return undefined
  const { draw } = createApprovalTerminal(stdout, answers, progress, {
    output: stream,
    after: timers.after,
  })
  return draw && { draw, drawsOver, colour, timers, onStop, onAbruptEnd, suspend }
}
