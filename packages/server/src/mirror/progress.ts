import { bytesText } from './bytes-text.ts'
import type { PullFigures } from './pull-mirror.ts'

/** Where progress is shown: drawn over on a terminal, a line now and then elsewhere. */
export type ProgressPort = { isTerminal: boolean; write(text: string): void }

const barWidth = 24

/** Least time between two drawings, and between two lines where nothing can be drawn. */
const drawEveryMs = 100
const lineEveryMs = 5_000

/**
 * Shows how far a pull is: queries asked of all there are, files and bytes so far.
 *
 * @example [########--------] 12/40 queries, 31 files, 4.2 MB
 */
export function pullProgress({ isTerminal, write }: ProgressPort, nowMs: () => number) {
  let shownMs = isTerminal ? -Infinity : nowMs()
  return {
    show(figures: PullFigures) {
      if (nowMs() - shownMs < (isTerminal ? drawEveryMs : lineEveryMs)) return
      shownMs = nowMs()
      write(isTerminal ? `\r\u001b[K${drawn(figures)}` : `${told(figures)}\n`)
    },
    end(figures: PullFigures) {
      write(isTerminal ? `\r\u001b[K${drawn(figures)}\n` : `${told(figures)}\n`)
    },
  }
}

function drawn(figures: PullFigures): string {
  const share = figures.questions === 0 ? 1 : figures.asked / figures.questions
  const full = Math.floor(share * barWidth)
  return `[${'#'.repeat(full)}${'-'.repeat(barWidth - full)}] ${told(figures)}`
}

function told({ asked, questions, bytes, fetched, resumed, unchanged, fresh }: PullFigures) {
  const files = fetched + resumed + unchanged + fresh
  return `${asked}/${questions} queries, ${files} files, ${bytesText(bytes)}`
}
