import { finalCreditsMax } from '../../packages/server/src/credits/credits.ts'
import type { PaymentPorts } from '../../packages/server/src/payments/ports.ts'
import type { Facilitator } from '../../packages/server/src/settlement/facilitator.ts'
import type { AccessStore } from '../../packages/server/src/storage/accounts/access-store.ts'
import type { Database } from '../../packages/server/src/storage/database/database.ts'
import type { TokenRules } from './chain/chain.ts'
import type { ClientWraps } from './parts/client.ts'
import type { ExposureLimits, GasLimits } from './parts/server.ts'

/** Changes that a planted bug makes to the ports. None by default. */
export type Wraps = ClientWraps & {
  /** Around the database of a server. */
  wrapDatabase(database: Database): Database
  wrapFacilitator(facilitator: Facilitator): Facilitator
  wrapPorts(ports: PaymentPorts, store: AccessStore): PaymentPorts
  wrapGas(limits: GasLimits): GasLimits
  /** Changes the limits of answers before settlement. */
  wrapLimits(limits: ExposureLimits): ExposureLimits
  /** Changes the error that ends a command. */
  wrapError(error: unknown): unknown
  /** Whether a lease guards the broadcasts. */
  isFenced: boolean
  /** Whether a node checks the facilitator's responses. */
  doubtsFacilitator: boolean
  /** A top-up above this many credits waits until its payment is final. */
  pendsAbove: number
  /** Is a commit on the disk of the server when it is acknowledged? */
  isSynced: boolean
  /** Whether a settlement is checked until its block is final. */
  followsFinality: boolean
  /** Whether a server finishes the payments that it or an earlier run left open. */
  reconciles: boolean
  /** Whether a server that stops answers its open requests first. */
  drains: boolean
  token: TokenRules
}

export const noWraps: Wraps = {
  wrapGas: (limits) => limits,
  wrapLimits: (limits) => limits,
  wrapDatabase: (database) => database,
  wrapFacilitator: (facilitator) => facilitator,
  wrapPorts: (ports) => ports,
  wrapError: (error) => error,
  wrapJournal: (journal) => journal,
  wrapBudget: (budget) => budget,
  wrapCaps: (caps) => caps,
  reservesForAgents: true,
  wrapChain: (chain) => chain,
  isFenced: true,
  doubtsFacilitator: true,
  pendsAbove: finalCreditsMax,
  isSynced: true,
  followsFinality: true,
  reconciles: true,
  drains: true,
  token: { debits: true, usesOnce: true },
}
