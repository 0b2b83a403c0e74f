import { FiqError } from '@fiq/shared/errors'
import type { Database } from '../payment/journal/open-database.ts'
import type { ProxyWorld } from '../proxy/serve/proxy-world.ts'
import { tooSmall } from '../terminal/can-draw.ts'
import type { ProxyPorts } from './proxy-ports.ts'

/** The proxy functions of the commands. Each call loads the code it needs. */
export function createProxy(world: ProxyWorld): ProxyPorts {
  const { configDir, stateDir, clock, randomBytes } = world.payer
  const withDatabase = async <result>(body: (database: Database) => result | Promise<result>) => {
    const { openMarkedDatabase } = await import('../payment/journal/journal-marker.ts')
    const database = openMarkedDatabase({ configDir, stateDir })
    try {
      return await body(database)
    } finally {
      database.close()
    }
  }
  const withApprovals = async () => {
    const { createApprovals } = await import('../proxy/approvals/approvals.ts')
    const newId = () => Buffer.from(randomBytes(4)).toString('hex')
    return (database: Database) => createApprovals(database, { now: clock.now, newId })
  }
  const clients = createClientPorts(world, withDatabase)
  return {
    program: world.program,
    clients,
    ...createAgentPorts(world, clients),
    approvals: {
      waiting: async () => {
        const approvals = await withApprovals()
        return withDatabase((database) => approvals(database).waiting())
      },
      decide: async (id, word, always) => {
        const approvals = await withApprovals()
        return withDatabase((database) => approvals(database).decide(id, word, always))
      },
      draw: async () => {
        const { draw } = world.payer.terminal
        if (!draw) {
          const why = tooSmall(world.stderr)
          if (why) world.note(`${why} To decide here, type approve ID or deny ID.`)
          return false
        }
        const approvals = await withApprovals()
        const { drawApprovals } = await import('../proxy/approvals/draw-approvals.tsx')
        return withDatabase(async (database) => {
          const desk = approvals(database)
          await draw((canvas) =>
            drawApprovals({ desk, now: clock.now, every: world.timers.every }, canvas),
          )
          return true
        })
      },
    },
    async serve(options) {
      refuseEnvironment(world)
      const { serve } = await import('../proxy/serve/serve.ts')
      return serve(world, options)
    },
    async serveStdio(client, options) {
      refuseEnvironment(world)
      const { serveClient } = await import('../proxy/serve/serve-client.ts')
      return serveClient(world, client, options)
    },
  }
}

/** Installs this program in agents, or packs it for them. */
function createAgentPorts(
  world: ProxyWorld,
  { ensure }: Pick<ProxyPorts['clients'], 'ensure'>,
): Pick<ProxyPorts, 'plan' | 'confirm' | 'bundle' | 'check' | 'paysWithCredits'> {
  return {
    async plan(kind, name) {
      const { planChange } = await import('../proxy/install/plan.ts')
      const { entryFor } = await import('../proxy/install/entry.ts')
      const { payer } = world
      const entry = entryFor(name, { ...world, profile: payer.profile })
      const install = { ...world, stateDir: payer.stateDir }
      return planChange(kind, name, { world: install, entry, terminal: payer.terminal, ensure })
    },
    confirm: async (text) => /^y(es)?$/i.test((await world.payer.terminal.prompt(text)).trim()),
    async bundle(path) {
      const [{ writeBundle }, { dirname }] = await Promise.all([
        import('../proxy/bundle/write-bundle.ts'),
        import('node:path'),
      ])
      return writeBundle(dirname(world.program[1] ?? ''), path)
    },
    async paysWithCredits() {
      const { paysWithCredits } = await import('../proxy/credits/pays-with-credits.ts')
      return paysWithCredits(world)
    },
    async check(client) {
      refuseEnvironment(world)
      const { checkClient } = await import('../proxy/serve/serve-client.ts')
      return checkClient(world, client)
    },
  }
}

type WithDatabase = <result>(
  body: (database: Database) => result | Promise<result>,
) => Promise<result>

function createClientPorts(world: ProxyWorld, withDatabase: WithDatabase): ProxyPorts['clients'] {
  const { stateDir, clock, randomBytes } = world.payer
  const load = async () => {
    const [clients, { newToken }] = await Promise.all([
      import('../proxy/clients/clients.ts'),
      import('../proxy/clients/token.ts'),
    ])
    return { ...clients, newToken }
  }
  return {
    async add({ savesHeader, ...terms }) {
      const { createClients, defaultClientCaps, newToken } = await load()
      const { saveHeader } = await import('../proxy/clients/header-file.ts')
      return withDatabase((database) => {
        const clients = createClients(database, clock.now)
        const token = newToken(randomBytes)
        clients.add({ ...defaultClientCaps, ...terms }, token)
        const client = clients.find(terms.name)!
        return savesHeader
          ? { client, token, headerFile: saveHeader(stateDir, terms.name, token) }
          : { client, token }
      })
    },
    async ensure(name) {
      const { createClients, defaultClientCaps } = await load()
      return withDatabase((database) => {
        const clients = createClients(database, clock.now)
        if (!clients.find(name)) clients.add({ ...defaultClientCaps, name, tools: undefined })
        return clients.find(name)!
      })
    },
    async approveInWindow(name, windowMax) {
      const { createClients } = await load()
      await withDatabase((database) =>
        createClients(database, clock.now).approveInWindow(name, windowMax),
      )
    },
    async list() {
      const [
        { automaticMax, createClients },
        { clientStanding },
        { latestMoment },
        limits,
        { paysWithPlay },
        { paysWithCredits },
      ] = await Promise.all([
        load(),
        import('../payment/budget/client-caps.ts'),
        import('../payment/budget/budget.ts'),
        import('../payment/budget/limits.ts'),
        import('../wallet/keys/open-wallet.ts'),
        import('../proxy/credits/pays-with-credits.ts'),
      ])
      const isPlay = !(await paysWithCredits(world)) && paysWithPlay(world.payer)
      const { autoApprove } = limits.readLimits(world.payer.configDir)
      return withDatabase((database) => {
        const at = latestMoment(database, clock.now())
        const clients = createClients(database, clock.now).list()
        return clients.map((client) => {
          const standing = clientStanding(database, client.name, at, isPlay)
          const max = automaticMax(client, autoApprove, isPlay)
          return { client, standing, automatic: max > autoApprove ? max : undefined, isPlay }
        })
      })
    },
    async revoke(name) {
      const { createClients } = await load()
      const { removeHeader } = await import('../proxy/clients/header-file.ts')
      await withDatabase((database) => createClients(database, clock.now).revoke(name))
      removeHeader(stateDir, name)
    },
  }
}

/**
 * Refuses a server address from the environment. The program that starts an agent sets its
 * environment, and it may be an agent that edits a configuration. So the address must come from the
 * command line or from the user's settings.
 */
function refuseEnvironment({ serverUrlFrom }: ProxyWorld): void {
  if (!serverUrlFrom.startsWith('FIQ_')) return
  throw new FiqError(
    'CONFIGURATION_INVALID',
    'The proxy does not read the address of its server from the environment.',
    {
      facts: [`Given by: ${serverUrlFrom}`],
      remedy: `Unset ${serverUrlFrom}, and set the server with --url or fiq config set url.`,
    },
  )
}
