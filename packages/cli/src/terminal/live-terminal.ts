import { type AnswerSource, createApprovalTerminal } from './approval-terminal.ts'
import type { Canvas } from './canvas.ts'
import type { Sink } from './output.ts'
import type { Progress, Timers } from './progress.ts'

/**
 * A terminal lent to a view that stays open: standard output is a terminal, and keys can be read.
 */
export type LiveTerminal = {
  draw<reply>(show: (canvas: Canvas) => Promise<reply>): Promise<reply>
  /**
   * `false`: prints lines of words instead, for a screen reader or a terminal that cannot redraw.
   */
  drawsOver: boolean
  colour: boolean
  timers: Timers
  /** Called when the process must stop. */
  onStop(run: () => void): void
  /** Calls `run` before an immediate end, to restore the terminal. */
  onAbruptEnd(run: () => void): void
  /** Suspends the program like Ctrl-Z outside a view; returns when it resumes. */
  suspend(): void
}

/** Ports of {@link openLiveTerminal}. */
export type LiveTerminalPorts = Pick<
  LiveTerminal,
  'timers' | 'onStop' | 'onAbruptEnd' | 'suspend'
> & { stdout: Sink; answers: AnswerSource }

/** @returns `undefined` without a terminal to draw on, or without a keyboard. */
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
