import { parseArgs } from 'node:util'
import { defined } from '@fiq/shared/defined'
import { allowedMoves, purchaseMoves } from './allowed-moves.ts'
import { largePayment, largeSigner, smallPayment, smallSigner } from './budgets.ts'
import { type Exploration, explore, type Model } from './explore.ts'
import { paymentModel } from './payment-model.ts'
import { purchaseStates, recordStates } from './payment-state.ts'
import { plant, plantedInPayment, plantedInSigner } from './planted.ts'
import { signerModel } from './signer-model.ts'

/**
 * Explores the models of the money and prints the result, as a table or as JSON.
 *
 * `node e2e/model/run.ts`: the budgets of the tests and the planted bugs, one minute.
 * `node e2e/model/run.ts --large`: larger budgets, half an hour and 1 GB.
 *
 * Exits with 1 if a bad state is reached, no end can be reached, or a planted bug is not found.
 */
const { values } = parseArgs({ options: { large: { type: 'boolean' }, json: { type: 'boolean' } } })
const statesMax = values.large ? 40_000_000 : 1_000_000

export type Explored = Pick<Exploration, 'states' | 'transitions' | 'isComplete' | 'stuck'> & {
  model: 'payment' | 'signer'
  budget: object
  seconds: number
  violation?: Exploration['violation']
}
export type Found = {
  bug: string
  isHarmless: boolean
  states: number
  path?: readonly string[]
  fault?: string
}
export type Report = {
  explored: Explored[]
  found: Found[]
  /** Moves of the product that no rule makes. */
  notMade: string[]
  /** Moves of rules that are none of the product. */
  notAllowed: string[]
}

const made = new Set<string>()
/** Of the client's purchase, after its signature. */
const madePurchases = new Set<string>()
const report: Report = { explored: [], found: [], notMade: [], notAllowed: [] }
for (const budget of values.large ? largePayment : smallPayment)
  exploreOne('payment', budget, paymentModel(budget), (before, after) => {
    if (before.record !== after.record)
      made.add(`${recordStates[before.record]} > ${recordStates[after.record]}`)
    if (before.purchase !== after.purchase && purchaseStates[before.purchase] !== 'none')
      madePurchases.add(`${purchaseStates[before.purchase]} > ${purchaseStates[after.purchase]}`)
  })
for (const budget of values.large ? largeSigner : smallSigner)
  exploreOne('signer', budget, signerModel(budget))
if (!values.large) findPlanted()
const isGood =
  report.explored.every(({ isComplete, violation, stuck }) => isComplete && !violation && !stuck) &&
  report.found.every(({ isHarmless, path }) => isHarmless === (path === undefined)) &&
  report.notMade.length + report.notAllowed.length === 0
process.stdout.write(values.json ? JSON.stringify(report) : tableOf(report))
process.exitCode = isGood ? 0 : 1

function exploreOne<state>(
  model: Explored['model'],
  budget: object,
  explored: Model<state>,
  onStep?: (before: state, after: state) => void,
): void {
  const before = performance.now()
  const { taken: _, ...result } = explore(explored, { statesMax, ...defined({ onStep }) })
  const seconds = Math.round((performance.now() - before) / 100) / 10
  report.explored.push({ model, budget, ...result, seconds })
}

/**
 * Checks that every planted bug is found, and that the rules make the moves of the product and no
 * others.
 */
function findPlanted(): void {
  for (const { budget, ...planted } of plantedInPayment)
    found(planted, explore(plant(paymentModel(budget), planted), { statesMax }))
  for (const { budget, ...planted } of plantedInSigner)
    found(planted, explore(plant(signerModel(budget), planted), { statesMax }))
  for (const [allowed, seen] of [
    [allowedMoves, made],
    [purchaseMoves, madePurchases],
  ] as const) {
    report.notMade.push(...[...allowed].filter((move) => !seen.has(move)))
    report.notAllowed.push(...[...seen].filter((move) => !allowed.has(move)))
  }
}

function found(
  { bug, isHarmless = false }: { bug: string; isHarmless?: boolean },
  { violation, stuck, states }: Exploration,
): void {
  const path = (violation ?? stuck)?.path
  const fault = violation?.fault ?? (stuck ? 'No end can be reached.' : undefined)
  report.found.push({
    bug,
    isHarmless,
    states,
    ...defined({ path, fault }),
  })
}

function tableOf({ explored, found, notMade, notAllowed }: Report): string {
  const lines = explored.map(({ model, budget, states, transitions, seconds, ...result }) => {
    const { isComplete, violation, stuck } = result
    const bad = violation ? `BAD: ${violation.fault}` : stuck ? 'BAD: no end' : ''
    return `| ${model} | ${JSON.stringify(budget)} | ${states} | ${transitions} | ${seconds} s | ${bad || (isComplete ? 'complete' : 'not finished')} |`
  })
  const bugs = found.map(
    ({ bug, fault, path, states }) =>
      `| ${bug} | ${fault ?? `harmless alone: ${states} states`} | ${path ? `${path.length} steps` : ''} |`,
  )
  const missing = [
    ...notMade.map((move) => `No rule makes the move ${move}.`),
    ...notAllowed.map((move) => `A rule makes the move ${move}, and the product does not.`),
  ]
  return `${[...lines, ...bugs, ...missing].join('\n')}\n`
}
