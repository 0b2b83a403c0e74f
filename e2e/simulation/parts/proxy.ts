import { PassThrough, Writable } from 'node:stream'
import { defined } from '@fiq/shared/defined'
import { statelessVersion } from '@fiq/shared/mcp/protocol-versions'
import { metaKeys } from '@fiq/shared/mcp/read-post'
import type { OpenPayer } from '../../../packages/cli/src/payment/open-payer.ts'
import { createAnswerWork } from '../../../packages/cli/src/proxy/answers/answer-work.ts'
import { createStoredAnswers } from '../../../packages/cli/src/proxy/answers/stored-answers.ts'
import { createApprovals } from '../../../packages/cli/src/proxy/approvals/approvals.ts'
import { createRequestStates } from '../../../packages/cli/src/proxy/approvals/request-state.ts'
import { type Client, createClients } from '../../../packages/cli/src/proxy/clients/clients.ts'
import { type Gateway, openGateway } from '../../../packages/cli/src/proxy/gateway.ts'
import { loadSdk } from '../../../packages/cli/src/proxy/mcp/open-session.ts'
import { serveStdio } from '../../../packages/cli/src/proxy/mcp/serve-stdio.ts'
import type { SurfacePorts } from '../../../packages/cli/src/proxy/surface.ts'
import { createTraffic } from '../../../packages/cli/src/proxy/traffic.ts'
import type { Process, World } from '../world/world.ts'
import { type Machine, serverUrl } from './client.ts'
import { expectedOf } from './product.ts'

const agent = 'agent'

/** The program is loaded before a run, because loading it reads files. */
const sdk = await loadSdk()

/** The local proxy of a machine while it runs: one process that pays for several agents at once. */
export type LocalProxy = { process: Process; gateway: Gateway; client: Client; mcp: McpSession }

/** Makes the agents of a machine known to its proxy. They share these caps. */
export function addAgents(machine: Machine, perDay: bigint): void {
  const caps = { perCall: perDay, perDay, per30Days: 10n * perDay }
  createClients(machine.database, Date.now).add({ name: agent, tools: undefined, ...caps })
  machine.agentsPerDay = perDay
}

/** Raises the caps of a user and of its agents. Commands and calls that begin later have them. */
export function raiseCaps(machine: Machine, more: bigint): void {
  const { perDay, per30Days, perSession } = machine.caps
  machine.caps = {
    ...machine.caps,
    perDay: perDay + more,
    per30Days: per30Days + more,
    perSession: perSession + more,
  }
  if (machine.agentsPerDay === undefined) return
  createClients(machine.database, Date.now).revoke(agent)
  addAgents(machine, machine.agentsPerDay + more)
}

/** The gateway of the real proxy, below its HTTP, and its MCP over standard input. */
export function openProxy(world: World, process: Process, payer: OpenPayer): LocalProxy {
  const database = payer.database()
  const { limits, clock } = payer
  const approvals = createApprovals(database, { now: clock.now, newId: payer.randomId })
  const answerWork = createAnswerWork()
  const gateway = openGateway({
    payer,
    limits: () => limits,
    maxPrice: undefined,
    reuse: undefined,
    answerWork,
    credits: undefined,
    serverUrl: serverUrl.origin,
    expected: async ({ query, variables }) =>
      expectedOf(query, variables as { tickers: readonly string[] }),
    approval: { database, clock, approvals, waitMs: 1_000 },
  })
  const clients = createClients(database, clock.now)
  const notServed = () => {
    throw new Error('No agent asks for it.')
  }
  const ports: SurfacePorts = {
    gateway,
    answerWork,
    approvals,
    isPersonal: false,
    now: clock.now,
    answers: createStoredAnswers(database, answerWork, clock.now),
    requestStates: createRequestStates(database, approvals, clock.now),
    whose: clients.whose,
    client: clients.find,
    estimate: notServed,
    describe: notServed,
    spending: notServed,
    page: notServed,
    checkCatalog: async () => {},
    onWaiting() {},
    traffic: createTraffic(() => {}),
  }
  return { process, gateway, client: clients.find(agent)!, mcp: openMcpSession(world, ports) }
}

/** Result of a call: its text, and the error with the purchase that it is about. */
export type CallResult = {
  isError?: boolean
  structuredContent?: { error?: { code: string; funds: string }; cost?: { id?: string } }
}

/** A running `fiq mcp` and the program at its other end. */
export type McpSession = {
  /** Sends a call and calls back with its result. @returns The id of the call. */
  call(name: string, input: object, ended: (result: CallResult) => void): number
  /** The agent no longer waits for this call. */
  cancel(id: number): void
}

const versions = ['2025-06-18', '2025-11-25', statelessVersion] as const

function openMcpSession(world: World, ports: SurfacePorts): McpSession {
  const waiting = new Map<number, (result: CallResult) => void>()
  const take = (line: string) => {
    const { id, result, error } = JSON.parse(line) as {
      id?: number
      result?: CallResult
      error?: { message: string }
    }
    if (error) throw new Error(`MCP refused a call: ${error.message}`)
    waiting.get(id ?? 0)?.(result ?? {})
    waiting.delete(id ?? 0)
  }
  const input = new PassThrough()
  const output = new Writable({
    write(chunk, _, done) {
      for (const line of String(chunk).split('\n')) if (line !== '') take(line)
      done()
    },
  })
  void serveStdio(agent, { input, output }, ports, sdk)
  const version = versions[world.choose('mcp version of agents', versions.length)]!
  const isStateless = version === statelessVersion
  const _meta = { [metaKeys.version]: version, [metaKeys.capabilities]: {} }
  const send = (message: object) =>
    void input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const clientInfo = { name: agent, version: '1' }
  if (!isStateless)
    send({
      id: 0,
      method: 'initialize',
      params: { protocolVersion: version, capabilities: {}, clientInfo },
    })
  let calls = 0
  return {
    call(name, given, ended) {
      calls += 1
      waiting.set(calls, ended)
      const params = {
        name,
        arguments: given,
        ...defined({ _meta: isStateless ? _meta : undefined }),
      }
      send({ id: calls, method: 'tools/call', params })
      return calls
    },
    cancel(id) {
      waiting.delete(id)
      send({ method: 'notifications/cancelled', params: { requestId: id } })
    },
  }
}
