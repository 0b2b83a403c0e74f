import type { MoneyEvent } from './money-event.ts'
import type { Outcome } from './run-plan.ts'
import { startMs } from './world/world.ts'

/** Maximum number of lines in a story. */
const linesMax = 80
/** Faults within this time before and after the payment's own events are included. */
const aroundMs = 5_000

/** Describes the events of the first violation's payment, one sentence per line. */
export function storyOf({ plan, violations, books, world }: Outcome): string {
  const [violation] = violations
  if (!violation) return `Seed ${plan.seed}: no invariant was violated.`
  const payment = /0x[0-9a-f]{64}/.exec(violation.text)?.[0]
  const about = books.events.filter(
    ({ event }) => !payment || ('payment' in event && event.payment === payment),
  )
  const [first, last] = [about[0]?.at ?? startMs, about.at(-1)?.at ?? violation.at]
  const isNear = (at: number) => at >= first - aroundMs && at <= last + aroundMs
  const lines = [
    ...about.map(({ at, event }) => ({ at, text: sentenceOf(event) })),
    ...world.faults
      .filter(({ at }) => isNear(at))
      .map(({ at, name }) => ({ at, text: `[${name}]` })),
  ].sort((one, other) => one.at - other.at)
  const shown =
    lines.length > linesMax ? [...lines.slice(0, linesMax - 1), cut(lines.length)] : lines
  return [
    `Seed ${plan.seed}: ${violation.invariant}: ${violation.text}`,
    `${plan.clients} clients, ${plan.purchases} purchases, ${plan.instances} instances, ${plan.isAsync ? 'async' : 'sync'}`,
    ...(plan.least?.length ? [`Least delays: ${plan.least.join(', ')}`] : []),
    ...(payment ? [`Payment ${payment.slice(0, 10)}…`] : []),
    ...shown.map(
      ({ at, text }) => `${((at - startMs) / 1_000).toFixed(3).padStart(10)} s  ${text}`,
    ),
    '',
  ].join('\n')
}

function cut(count: number) {
  return { at: startMs, text: `… ${count - linesMax + 1} more` }
}

function sentenceOf(event: MoneyEvent): string {
  switch (event.is) {
    case 'row': {
      const hash = event.hash ? ` with transaction ${event.hash.slice(0, 10)}…` : ''
      return `${event.by} has on disk: ${event.from || 'nothing'} -> ${event.to}${hash}`
    }
    case 'purchase':
      return `${event.by} has in its journal: ${event.from || 'nothing'} -> ${event.to}`
    case 'chain':
      return chainSentences[event.what]
    case 'reported': {
      const what = [event.code, event.funds].filter(Boolean).join(', ')
      return `${event.to} is told ${event.status || ''} ${what}`.trimEnd()
    }
    case 'life':
      return `${event.who}: ${event.what}`
  }
}

const chainSentences: Readonly<Record<Extract<MoneyEvent, { is: 'chain' }>['what'], string>> = {
  sent: 'the node takes a transaction that holds it',
  used: 'the chain moves the money',
  void: 'its payer cancels it on the chain',
  undone: 'a reorganisation takes the move back',
  final: 'its block is final',
  dropped: 'the mempool drops its transaction',
}
