import type { Budget } from './payment-model.ts'
import type { SignerBudget } from './signer-model.ts'

/** Budgets explored by each test run, in seconds. */
export const smallPayment: readonly Budget[] = [
  { tries: 2, instances: 1, kills: 1, losses: 1, drops: 1 },
  { tries: 2, instances: 1, reorganisations: 1, failures: 1 },
  { tries: 2, instances: 1, failures: 1, refusals: 1, strangers: 1 },
  { tries: 1, instances: 1, losses: 1, reorganisations: 1, strangers: 1 },
  { tries: 2, instances: 1, kills: 1, reorganisations: 1, isAsync: true },
  { tries: 2, instances: 1, failures: 1, refusals: 1, strangers: 1, isAsync: true },
  { tries: 2, instances: 2 },
  { tries: 1, instances: 2, reorganisations: 1, isAsync: true },
]

/** Budgets explored by the command, in minutes. */
export const largePayment: readonly Budget[] = [
  { tries: 2, instances: 2, kills: 1, losses: 1, drops: 1 },
  { tries: 2, instances: 2, kills: 1, failures: 1, refusals: 1, strangers: 1 },
  { tries: 2, instances: 2, reorganisations: 1, kills: 1 },
  { tries: 2, instances: 2, reorganisations: 1, kills: 1, isAsync: true },
  { tries: 3, instances: 1, kills: 2, losses: 1, drops: 1, reorganisations: 1 },
]

export const smallSigner: readonly SignerBudget[] = [
  {},
  { drops: 1 },
  { kills: 1 },
  { moves: 1 },
  { reorganisations: 1 },
]

export const largeSigner: readonly SignerBudget[] = [
  { moves: 1, kills: 1, drops: 1 },
  { moves: 2, kills: 1, drops: 1 },
  { moves: 1, kills: 1, drops: 1, reorganisations: 1 },
]
