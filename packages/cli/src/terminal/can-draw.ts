import type { Sink } from './output.ts'
import { wantsColour } from './wants-colour.ts'

/** Smallest terminal that is drawn on. In a smaller one a drawing would scroll over itself. */
const drawnMin = { columns: 56, lines: 24 } as const

/**
 * May single keys be read and the lines above be redrawn? Not for a screen reader, which reads
 * lines, and not without colour: who turns that off wants plain text.
 */
export function canDraw(
  { isTerminal, stream }: Sink,
  env: Readonly<Record<string, string | undefined>>,
  isColourWanted: boolean,
): boolean {
  if (!isTerminal || !stream || env['INK_SCREEN_READER']) return false
  if (!wantsColour(env, isColourWanted)) return false
  return stream.columns >= drawnMin.columns && stream.rows >= drawnMin.lines
}
