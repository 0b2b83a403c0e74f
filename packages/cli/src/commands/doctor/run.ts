import { FiqError } from '@fiq/shared/errors'
import { sanitise } from '@fiq/shared/sanitise'
import type { CliContext } from '../../compose/context.ts'
import type { Check } from '../../doctor/check.ts'
import { paint, type Tone } from '../../terminal/format/paint.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { wrap } from '../../terminal/format/text-width.ts'

/** Every check as a row; a failure is the exit code too. */
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

const tones = {
  ok: 'up',
  warning: 'warn',
  failed: 'error',
  skipped: 'dim',
} as const satisfies Record<Check['status'], Tone>

function view(checks: readonly Check[], screen: Screen): string {
  const width = Math.max(...checks.map(({ name }) => name.length))
  const indent = ' '.repeat(width + 11)
  const room = Math.max(20, screen.columns - indent.length)
  return checks
    .flatMap(({ name, status, detail, remedy }) => {
      const [first = '', ...rest] = wrap(sanitise(detail), room)
      const more = [...rest, ...(remedy === undefined ? [] : wrap(sanitise(remedy), room))]
      return [
        `${paint(status.padEnd(9), tones[status], screen.colour)}${name.padEnd(width)}  ${first}`,
        ...more.map((line) => `${indent}${line}`),
      ]
    })
    .join('\n')
}
