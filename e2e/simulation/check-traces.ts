/**
 * `node e2e/simulation/check-traces.ts SEED…`: runs seeds with one instance, and checks the events of
 * each payment against the model of the money. Prints an outcome a line as JSON.
 */
import './world/install.ts'
import type { Hex } from '@fiq/shared/payment/wire'
import type { MoneyEvent } from './money-event.ts'

const { createTraceChecker } = await import('../model/check-trace.ts')
const { planOf } = await import('./plan.ts')
const { runPlan } = await import('./run-plan.ts')

const purchases = 40

/** Of one seed. `fault`: the first event that the model does not allow. */
export type CheckedTraces = { seed: number; payments: number; events: number; fault?: string }

const checkers = [false, true].map((isAsync) => createTraceChecker({ instances: 1, isAsync }))

for (const text of process.argv.slice(2)) {
  const seed = Number(text)
  const plan = { ...planOf(seed, purchases), instances: 1 }
  const { books } = await runPlan(plan)
  const histories = new Map<string, MoneyEvent[]>()
  for (const { event } of books.events)
    if ('payment' in event) {
      const history = histories.get(event.payment) ?? []
      history.push(event)
      histories.set(event.payment, history)
    }
  const checked: CheckedTraces = { seed, payments: histories.size, events: 0 }
  for (const [payment, history] of histories) {
    // A server that is not ours has it.
    if (books.known.get(payment as Hex)?.isHostile) continue
    // The model does not tell a cancellation from one whose block is final.
    const isVoid = history.some((event) => event.is === 'chain' && event.what === 'void')
    const events = history.filter(
      (event) => !(isVoid && event.is === 'chain' && event.what === 'final'),
    )
    checked.events += events.length
    const fault = checkers[Number(plan.isAsync)]!.check(events)
    if (fault) checked.fault ??= `${payment}: ${fault}`
  }
  process.stdout.write(`${JSON.stringify(checked)}\n`)
}
