/**
 * `node e2e/simulation/check-traces.ts SEED… [--bug NAME]`: runs seeds with one to three instances,
 * and checks the events of each payment against the model of the money. Prints each outcome as a line
 * of JSON.
 */
import './world/install.ts'
import { parseArgs } from 'node:util'
import type { Hex } from '@fiq/shared/payment/wire'
import type { MoneyEvent } from './money-event.ts'
import type { Plan } from './plan.ts'

const { createTraceChecker } = await import('../model/check-trace.ts')
const { planOf } = await import('./plan.ts')
const { runPlan } = await import('./run-plan.ts')
const { plantedBugs } = await import('./planted-bugs.ts')
const { noWraps } = await import('./wraps.ts')

const purchases = 40

/** Result of one seed. `fault`: the first event that the model does not allow. */
export type CheckedTraces = {
  seed: number
  instances: number
  payments: number
  events: number
  fault?: string
}

const { values, positionals } = parseArgs({
  options: { bug: { type: 'string' } },
  allowPositionals: true,
})
const wraps = { ...noWraps, ...plantedBugs[values.bug ?? '']?.wraps }

type Checker = ReturnType<typeof createTraceChecker>
const checkers = new Map<string, Checker>()

function checkerOf(instances: 1 | 2, isAsync: boolean): Checker {
  const name = `${instances} ${isAsync}`
  const checker = checkers.get(name) ?? createTraceChecker({ instances, isAsync })
  checkers.set(name, checker)
  return checker
}

/**
 * The model of one instance, which may be killed at any time, is part of the model of two. It
 * explains nearly every history of two and three, in a hundredth of the time.
 */
function faultIn(events: readonly MoneyEvent[], { instances, isAsync }: Plan): string | undefined {
  const fault = checkerOf(1, isAsync).check(events)
  return fault !== undefined && instances > 1 ? checkerOf(2, isAsync).check(events) : fault
}

for (const text of positionals) {
  const seed = Number(text)
  const plan = { ...planOf(seed, purchases), instances: 1 + (seed % 3) }
  const { books } = await runPlan(plan, wraps)
  const histories = new Map<string, MoneyEvent[]>()
  for (const { event } of books.events)
    if ('payment' in event) {
      const history = histories.get(event.payment) ?? []
      history.push(event)
      histories.set(event.payment, history)
    }
  const { instances } = plan
  const checked: CheckedTraces = { seed, instances, payments: histories.size, events: 0 }
  for (const [payment, history] of histories) {
    const known = books.known.get(payment as Hex)
    // The payment is at a server that is not ours.
    if (known?.isHostile) continue
    // The model has no backups, and one journal.
    const [entry, copy] = known?.entries ?? []
    if (known?.isForgotten || entry?.isRestored || copy) continue
    // The model does not distinguish a cancellation from a final one.
    const isVoid = history.some((event) => event.is === 'chain' && event.what === 'void')
    const events = history.filter(
      (event) => !(isVoid && event.is === 'chain' && event.what === 'final'),
    )
    checked.events += events.length
    const fault = faultIn(events, plan)
    if (fault) checked.fault ??= `${payment}: ${fault}`
  }
  process.stdout.write(`${JSON.stringify(checked)}\n`)
}
