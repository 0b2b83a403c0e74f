import { FiqError } from '@fiq/shared/errors'
import { sanitise } from '@fiq/shared/sanitise'
import type { CliContext } from '../../compose/context.ts'
import type { Check } from '../../doctor/check.ts'
import { paint, type Tone } from '../../terminal/format/paint.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { wrap } from '../../terminal/format/text-width.ts'

/** Prints every check, faults first. A fault sets the exit code. */
export async function run({ examine, output }: CliContext): Promise<void> {
  const checks = await examine()
  const value = checks.map((check) => ({ ...check, remedy: check.remedy ?? null }))
  output.print({ value, view: (screen) => view(checks, screen) })
  const failed = checks.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return
  throw new FiqError(
    'CONFIGURATION_INVALID',
    `${failed.length} of ${checks.length} checks failed.`,
    {
      facts: failed.map(({ name, detail }) => `${name}: ${detail}`),
      remedy: failed[0]?.remedy ?? 'See the list above.',
    },
  )
}

/** Labels in the order of the list. */
const labels = {
  failed: ['FAIL', 'error'],
  warning: ['WARN', 'warn'],
  skipped: ['skip', 'dim'],
  ok: ['ok', 'up'],
} as const satisfies Record<Check['status'], readonly [string, Tone]>

/** Faults first, then checks that could not run, then passed ones. */
function view(checks: readonly Check[], screen: Screen): string {
  const sorted = (Object.keys(labels) as Check['status'][]).flatMap((status) =>
    checks.filter((check) => check.status === status),
  )
  const width = Math.max(...checks.map(({ name }) => name.length))
  const indent = ' '.repeat(width + 8)
  const widthLeft = Math.max(20, screen.columns - indent.length)
  return sorted
    .flatMap(({ name, status, detail, remedy }) => {
      const [label, tone] = labels[status]
      const [first = '', ...rest] = wrap(sanitise(detail), widthLeft)
      const more = [
        ...rest,
        ...(remedy === undefined ? [] : wrap(`try: ${sanitise(remedy)}`, widthLeft)),
      ]
      return [
        `${paint(label.padEnd(6), tone, screen.colour)}${name.padEnd(width)}  ${first}`,
        ...more.map((line) => `${indent}${line}`),
      ]
    })
    .join('\n')
}
