import { runTool } from '../../command-line/run-tool.ts'
import { present } from '../../command-line/views/present.ts'
import type { CliContext } from '../../compose/context.ts'
import { isRow, type Row, textIn } from '../../query/rows.ts'
import { renderFacts } from '../../terminal/format/facts.ts'
import { paint } from '../../terminal/format/paint.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { spanWords } from '../../terminal/format/span-words.ts'

export async function run(context: CliContext): Promise<void> {
  const { answer, value } = await runTool(context, 'marketStatus', {})
  const row = isRow(value) ? value : {}
  present(context, answer, { value, view: (screen) => view(row, context.now(), screen) })
}

function view(row: Row, now: Date, screen: Screen): string {
  const open = row['isOpen'] === true
  const session = textIn(row, 'session')
  const headline = paint(
    `The US market is ${open ? 'open' : 'closed'}${sessions[session] ?? ''}.`,
    'bold',
    screen.colour,
  )
  const times: [string, string][] = [
    ['next open', whenOf(textIn(row, 'nextOpen'), now)],
    ['next close', whenOf(textIn(row, 'nextClose'), now)],
  ]
  const facts: [string, string][] = [
    ...(open ? times.reverse() : times),
    ['timezone', textIn(row, 'timezone')],
  ]
  const known = facts.filter(([, text]) => text !== '')
  return [headline, renderFacts(known, screen)].join('\n')
}

/** Market sessions other than open and closed, as text. */
const sessions: Readonly<Record<string, string>> = {
  PRE: ', in pre-market trading',
  POST: ', in after-hours trading',
}

/** `2026-11-20 16:00 -05:00, in 4 h 30 min`, in the exchange's time. */
function whenOf(text: string, now: Date): string {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/.exec(
    text,
  )
  if (!match) return text
  const [, day, time, zone = ''] = match
  const leftMs = Date.parse(text) - now.getTime()
  const left = leftMs > 0 ? `, in ${spanWords(leftMs)}` : ''
  return `${day} ${time}${zone === '' ? '' : ` ${zone}`}${left}`
}
