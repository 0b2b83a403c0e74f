import { sanitise } from '@fiq/shared/sanitise'
import { paint } from './paint.ts'
import type { Screen } from './screen.ts'
import { pad, textWidth, wrap } from './text-width.ts'

/** A name and its value. A fact without a value is left out. */
type Fact = readonly [name: string, value: string | undefined]

/** A view of names and values in two columns. Long values are wrapped within their column. */
export function factsView(facts: readonly Fact[]): (screen: Screen) => string {
  return (screen) => {
    // Names may also be foreign: they may be keys of an object from a server.
    const clean = facts.flatMap(([name, value]) =>
      value === undefined ? [] : [[sanitise(name), sanitise(value)] as const],
    )
    const width = clean.reduce((widest, [name]) => Math.max(widest, textWidth(name)), 0)
    const widthLeft = Math.max(20, screen.columns - width - 2)
    return clean
      .flatMap(([name, value]) =>
        wrap(value, widthLeft).map(
          (line, index) =>
            `${paint(pad(index === 0 ? name : '', width, 'left'), 'dim', screen.colour)}  ${line}`,
        ),
      )
      .join('\n')
  }
}
