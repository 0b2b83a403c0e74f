import { bytesText } from './bytes-text.ts'
import type { PullFigures, Transfer } from './pull-mirror.ts'

/** Output for progress: redrawn on a terminal, occasional lines elsewhere. */
export type ProgressPort = { isTerminal: boolean; write(text: string): void }

const barWidth = 24

/** Minimum time between two drawings, and between two lines if output is not a terminal. */
const drawEveryMs = 100
const lineEveryMs = 5_000

/**
 * Shows the progress of a pull: answered and total queries, files and bytes so far; during a large
 * file, its received part.
 *
 * @example [########----------------] 14/40 queries, 31 files, 4.2 MB
 * @example [############------------] companyfacts.zip 0.6 GB of 1.2 GB; 0/40 queries, 2 files, 0.6
 * GB
 */
export function pullProgress({ isTerminal, write }: ProgressPort, nowMs: () => number) {
  let shownMs = isTerminal ? -Infinity : nowMs()
  const draw = (figures: PullFigures, transfer?: Transfer) => {
    const line = `${transferText(transfer)}${figuresText(figures)}`
    write(isTerminal ? `\r\u001b[K${bar(shareOf(figures, transfer))} ${line}` : `${line}\n`)
  }
  return {
    show(figures: PullFigures, transfer?: Transfer) {
      if (nowMs() - shownMs < (isTerminal ? drawEveryMs : lineEveryMs)) return
      shownMs = nowMs()
      draw(figures, transfer)
    },
    end(figures: PullFigures) {
      draw(figures)
      if (isTerminal) write('\n')
    },
  }
}

function shareOf({ done, queries }: PullFigures, transfer: Transfer | undefined): number {
  if (transfer) return Math.min(1, transfer.received / transfer.total)
  return queries === 0 ? 1 : done / queries
}

function bar(share: number): string {
  const full = Math.floor(share * barWidth)
  return `[${'#'.repeat(full)}${'-'.repeat(barWidth - full)}]`
}

function transferText(transfer: Transfer | undefined): string {
  if (transfer === undefined) return ''
  const { path, received, total } = transfer
  return `${path.slice(path.lastIndexOf('/') + 1)} ${bytesText(received)} of ${bytesText(total)}; `
}

function figuresText({ done, queries, bytes, fetched, resumed, unchanged, fresh }: PullFigures) {
  const files = fetched + resumed + unchanged + fresh
  return `${done}/${queries} queries, ${files} files, ${bytesText(bytes)}`
}
