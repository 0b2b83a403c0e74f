import type { PaymentPorts } from '../../packages/server/src/payments/ports.ts'
import type { Facilitator } from '../../packages/server/src/settlement/facilitator.ts'
import type { AccessStore } from '../../packages/server/src/storage/accounts/access-store.ts'
import type { ClientWraps } from './parts/client.ts'

/** Wraps that a planted bug puts around the ports. None by default. */
export type Wraps = ClientWraps & {
  wrapFacilitator(facilitator: Facilitator): Facilitator
  wrapPorts(ports: PaymentPorts, store: AccessStore): PaymentPorts
  /** Around the error that a command ends with. */
  wrapError(error: unknown): unknown
  /** Does a lease guard the broadcasts? */
  isFenced: boolean
  /** Is a settlement looked at until its block is final? */
  followsFinality: boolean
}

export const noWraps: Wraps = {
  wrapFacilitator: (facilitator) => facilitator,
  wrapPorts: (ports) => ports,
  wrapError: (error) => error,
  wrapJournal: (journal) => journal,
  wrapBudget: (budget) => budget,
  wrapChain: (chain) => chain,
  isFenced: true,
  followsFinality: true,
}
