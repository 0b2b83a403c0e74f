import { sanitise } from '@fiq/shared/sanitise'
import { paint } from './paint.ts'
import type { Screen } from './screen.ts'
import { pad, textWidth, wrap } from './text-width.ts'

/** Names and values in two columns. Long values are wrapped within their column. */
export function renderFacts(
  facts: readonly (readonly [name: string, value: string])[],
  screen: Screen,
): string {
  // Names may also be foreign: they may be keys of an object from a server.
  const clean = facts.map(([name, value]) => [sanitise(name), value] as const)
  const width = clean.reduce((widest, [name]) => Math.max(widest, textWidth(name)), 0)
  const widthLeft = Math.max(20, screen.columns - width - 2)
  return clean
    .flatMap(([name, value]) =>
      wrap(sanitise(value), widthLeft).map(
        (line, index) =>
          `${paint(pad(index === 0 ? name : '', width, 'left'), 'dim', screen.colour)}  ${line}`,
      ),
    )
    .join('\n')
}
