import type { OpenPayer } from '../../../packages/cli/src/payment/open-payer.ts'
import { createAnswerWork } from '../../../packages/cli/src/proxy/answers/answer-work.ts'
import { createApprovals } from '../../../packages/cli/src/proxy/approvals/approvals.ts'
import { type Client, createClients } from '../../../packages/cli/src/proxy/clients/clients.ts'
import { type Gateway, openGateway } from '../../../packages/cli/src/proxy/gateway.ts'
import type { Process } from '../world/world.ts'
import { type Machine, serverUrl } from './client.ts'
import { orderOf } from './product.ts'

const agent = 'agent'

/** The local proxy of a machine while it runs: one process that pays for several agents at once. */
export type LocalProxy = { process: Process; gateway: Gateway; client: Client }

/** Makes the agents of a machine known to its proxy. They share these caps. */
export function addAgents(machine: Machine, perDay: bigint): void {
  const caps = { perCall: perDay, perDay, per30Days: 10n * perDay }
  createClients(machine.database, Date.now).add({ name: agent, tools: undefined, ...caps })
  machine.agentsPerDay = perDay
}

/** The gateway of the real proxy, below its HTTP. */
export function openProxy(process: Process, payer: OpenPayer): LocalProxy {
  const database = payer.database()
  const { limits, clock } = payer
  const approvals = createApprovals(database, { now: clock.now, newId: payer.randomId })
  const gateway = openGateway({
    ...{ payer, limits: () => limits, maxPrice: undefined, reuse: undefined, credits: undefined },
    answerWork: createAnswerWork(),
    serverUrl: serverUrl.origin,
    expected: async ({ variables }) => orderOf(variables!['tickers'] as string[]).expected,
    approval: { database, clock, approvals, waitMs: 1_000 },
  })
  return { process, gateway, client: createClients(database, clock.now).find(agent)! }
}
