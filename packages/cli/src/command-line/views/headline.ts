import { sanitise } from '@fiq/shared/sanitise'
import { paint } from '../../terminal/format/paint.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { truncate } from '../../terminal/format/text-width.ts'

/** The line above a table or a block: bold, cut at the width of the screen. */
export function headline(text: string, { columns, colour }: Screen): string {
  return paint(truncate(sanitise(text), columns), 'bold', colour)
}
