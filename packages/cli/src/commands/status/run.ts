import { isObject } from '@fiq/shared/json'
import { ownValue } from '@fiq/shared/own-value'
import { runTool } from '../../command-line/run-tool.ts'
import { present } from '../../command-line/views/present.ts'
import type { CliContext } from '../../compose/context.ts'
import { type Row, textIn } from '../../query/rows.ts'
import { factsView } from '../../terminal/format/facts.ts'
import { fullInstantText, newYork } from '../../terminal/format/instant.ts'
import { paint } from '../../terminal/format/paint.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { spanWords } from '../../terminal/format/span-words.ts'

/** `fiq status` */
export async function run(context: CliContext): Promise<void> {
  const { answer, value } = await runTool(context, 'marketStatus', {})
  const row = isObject(value) ? value : {}
  present(context, answer, { value, view: (screen) => view(row, context.now(), screen) })
}

function view(row: Row, now: Date, screen: Screen): string {
  const open = row['isOpen'] === true
  const session = textIn(row, 'session')
  const headline = paint(
    `The US market is ${open ? 'open' : 'closed'}${ownValue(sessions, session) ?? ''}.`,
    'bold',
    screen.colour,
  )
  const times: [string, string][] = [
    ['next open', whenOf(textIn(row, 'nextOpen'), now, screen.isUtc)],
    ['next close', whenOf(textIn(row, 'nextClose'), now, screen.isUtc)],
  ]
  const facts: [string, string][] = [
    ...(open ? times.reverse() : times),
    ['zone', textIn(row, 'timezone')],
  ]
  const known = facts.filter(([, text]) => text !== '')
  return [headline, factsView(known)(screen)].join('\n')
}

/** Market sessions other than open and closed, as text. */
const sessions: Readonly<Record<string, string>> = {
  PRE: ', in pre-market trading',
  POST: ', in after-hours trading',
}

/** `Fri 2026-11-20 16:00 EST, in 4 h 30 min`, in the exchange's time. */
function whenOf(text: string, now: Date, isUtc: boolean | undefined): string {
  const at = Date.parse(text)
  if (Number.isNaN(at)) return text
  const leftMs = at - now.getTime()
  const left = leftMs > 0 ? `, in ${spanWords(leftMs)}` : ''
  return `${fullInstantText(at, { zone: newYork }, isUtc)}${left}`
}
