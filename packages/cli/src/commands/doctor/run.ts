import { FiqError } from '@fiq/shared/errors'
import { sanitise } from '@fiq/shared/sanitise'
import type { ParsedArguments } from '../../command-line/declaration.ts'
import { flagOf } from '../../command-line/parsed-arguments.ts'
import type { CliContext } from '../../compose/context.ts'
import type { Check } from '../../doctor/check.ts'
import { formatCount } from '../../terminal/format/format-count.ts'
import { paint, type Tone } from '../../terminal/format/paint.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { wrap } from '../../terminal/format/text-width.ts'

/** Prints the checks, faults first. A fault sets the exit code. */
export async function run({ examine, output }: CliContext, args: ParsedArguments): Promise<void> {
  const checks = await examine()
  const value = checks.map((check) => ({ ...check, remedy: check.remedy ?? null }))
  output.print({ value, view: (screen) => view(checks, screen, flagOf(args, 'verbose')) })
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

/**
 * Faults first, then checks that could not run, then passed ones. Of these only the server is listed
 * unless all are wanted; the others are counted.
 */
function view(checks: readonly Check[], screen: Screen, isVerbose: boolean): string {
  const sorted = (Object.keys(labels) as Check['status'][]).flatMap((status) =>
    checks.filter((check) => check.status === status),
  )
  const listed = sorted.filter(
    ({ name, status }) => isVerbose || status !== 'ok' || name === 'server',
  )
  const width = Math.max(0, ...listed.map(({ name }) => name.length))
  const indent = ' '.repeat(width + 8)
  const widthLeft = Math.max(20, screen.columns - indent.length)
  const labelled = (status: Check['status']) => {
    const [label, tone] = labels[status]
    return paint(label.padEnd(6), tone, screen.colour)
  }
  const lines = listed.flatMap(({ name, status, detail, remedy }) => {
    const [first = '', ...rest] = wrap(sanitise(detail), widthLeft)
    const tries = remedy === undefined ? [] : wrap(`try: ${sanitise(remedy)}`, widthLeft)
    return [
      `${labelled(status)}${name.padEnd(width)}  ${first}`,
      ...[...rest, ...tries].map((line) => `${indent}${line}`),
    ]
  })
  const others = sorted.length - listed.length
  return others === 0
    ? lines.join('\n')
    : [...lines, `${labelled('ok')}${formatCount(others, 'other')} (--verbose lists them)`].join(
        '\n',
      )
}
