import { type Bound, boundTable } from '@fiq/shared/bounds'
import { page, table } from './markdown.ts'

/** The page of the server's bounds, from the table that the server enforces. */
export function boundsPage(): string {
  const rows = Object.values<Bound>(boundTable).map(({ most, unit, of, beyond, enforcedIn }) => [
    of,
    `${most.toLocaleString('en-US')} ${unit}`,
    beyond,
    `\`${enforcedIn}\``,
  ])
  return page(
    'Bounds',
    '<!-- Written by `pnpm run generate` from the table in `packages/shared/src/bounds.ts`. -->\n\nEach bound is a count or a size, so no refusal depends on a clock. A value at the bound is accepted. The column *beyond it* names the error code, or says what happens, for a larger one.',
    [table(['subject', 'at most', 'beyond it', 'enforced in'], rows)],
  )
}
