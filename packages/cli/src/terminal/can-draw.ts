import type { Sink } from './output.ts'
import { wantsColour } from './wants-colour.ts'

/** Minimum size of a terminal to draw on. In a smaller one a drawing would scroll over itself. */
const drawnMin = { columns: 56, lines: 24 } as const

/**
 * Whether single keys can be read and lines be redrawn. Not for a screen reader, which reads lines,
 * and not without colour, which users turn off to get plain text.
 */
export function canDraw(
  { isTerminal, stream }: Sink,
  env: Readonly<Record<string, string | undefined>>,
  isColourWanted: boolean,
): boolean {
  if (!isTerminal || !stream || env['INK_SCREEN_READER']) return false
  if (!wantsColour(env, isColourWanted)) return false
  return isLarge(stream)
}

/** @returns A text with the size of a terminal that is too small, and the required size. */
export function tooSmall({ isTerminal, stream }: Sink): string | undefined {
  if (!isTerminal || !stream || isLarge(stream)) return undefined
  const { columns, lines } = drawnMin
  return `This terminal has ${stream.columns} columns and ${stream.rows} lines; drawing needs ${columns} and ${lines}.`
}

function isLarge({ columns, rows }: NonNullable<Sink['stream']>): boolean {
  return columns >= drawnMin.columns && rows >= drawnMin.lines
}
