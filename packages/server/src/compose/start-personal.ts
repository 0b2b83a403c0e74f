import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { FiqError } from '@fiq/shared/errors'
import { hostsOf } from '@fiq/shared/loopback-guard'
import type { PersonalServer } from '@fiq/shared/personal-server'
import { tariff } from '@fiq/shared/schema/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import type { ServerConfig } from '../config/config.ts'
import {
  forgetPersonalFile,
  personalKey,
  storedPersonalServer,
  storePersonalFile,
} from '../config/personal-files.ts'
import { connectors } from '../connectors/connectors.ts'
import { buildSchema, schemaTextOf } from '../execution/build-schema.ts'
import { createExecutor } from '../execution/create-executor.ts'
import { executeRequest } from '../execution/execute.ts'
import { preflightOf } from '../execution/preflight.ts'
import { personalAccess } from '../http/hooks/personal-access.ts'
import { answerUnknownPaths } from '../http/hooks/unknown-paths.ts'
import { httpDefaults, httpRules, urlReader } from '../http/http-defaults.ts'
import { personalPages } from '../http/pages/personal-pages.ts'
import { createPersonalAnswers, type PersonalAnswers } from '../http/query/personal-answers.ts'
import { createPersonalRequests } from '../http/query/personal-requests.ts'
import { createDrain } from '../observability/drain.ts'
import { fieldReadiness, refusedAreas } from '../sources/field-readiness.ts'
import { listen, type ServerPorts, warm } from './listen.ts'
import { querySurfaces } from './query-surfaces.ts'
import { createSources, type Sources } from './sources.ts'
import type { RunningServer } from './start-server.ts'

/** Answers of a source that the user switches off are deleted within this time. */
const storageRulesMs = 2_000
/** A server on this machine answers within this time. */
const answersWithinMs = 2_000

type PersonalPorts = Omit<ServerPorts, 'faults'> & { pid: number }

type PersonalRunning = Pick<RunningServer, 'url' | 'refusedAreas' | 'close'>

/**
 * Starts the server of one user: the sources and the query surfaces, for callers with its key. It
 * has no payments, accounts or record, so it sells nothing.
 *
 * @throws FiqError `CONFIGURATION_INVALID` if the folder or the port cannot be used, or if such a
 * server already runs.
 */
export async function startPersonal(
  config: ServerConfig,
  { log, now, version, environment, pid }: PersonalPorts,
): Promise<PersonalRunning> {
  const report = (error: unknown) => log.error({ err: error }, 'unforeseen')
  await refuseSecond(config.dataDir)
  const key = personalKey(config.dataDir, randomBytes)
  const sources = createSources(config, {
    storage: { redis: undefined },
    observability: { watchUpstreams: (transport) => transport },
    now,
    environment,
  })
  const answers = createPersonalAnswers()
  const app = personalApp({ config, sources, answers, key, version, report, now })
  const drain = createDrain(app)
  const url = await listen(app, config)
  const server: PersonalServer = { url, key: key.text, pid, version }
  storePersonalFile(config.dataDir, server)
  setImmediate(() => void warm(sources.context))
  const storageRules = setInterval(() => {
    if (sources.enforceStorageRules()) answers.clear()
  }, storageRulesMs)
  return {
    url,
    refusedAreas: refusedAreas(fieldReadiness(connectors, sources.context)),
    async close() {
      clearInterval(storageRules)
      forgetPersonalFile(config.dataDir, server)
      await drain.closeWithin(config.shutdownSeconds * 1_000)
    },
  }
}

/**
 * A second server would replace the address of the first, which then no command could find or stop.
 * An address that does not accept its key belongs to a server that has ended.
 *
 * @throws FiqError `CONFIGURATION_INVALID`
 */
async function refuseSecond(dataDir: string): Promise<void> {
  const stored = storedPersonalServer(dataDir)
  if (!stored) return
  const { url, key, pid } = stored
  const headers = { authorization: `Bearer ${key}` }
  const signal = AbortSignal.timeout(answersWithinMs)
  const answer = await fetch(`${url}/api/v1/service`, { headers, signal }).catch(() => undefined)
  if (answer?.status !== 200) return
  throw new FiqError('CONFIGURATION_INVALID', `Your server already runs at ${url}.`, {
    facts: [`Process: ${pid}`],
    remedy: 'Stop it with fiq down, or give this one another --data-dir.',
  })
}

type PersonalParts = {
  config: ServerConfig
  sources: Sources
  answers: PersonalAnswers
  key: { text: string; file: string }
  version: string
  report(error: unknown): void
  now(): Date
}

function personalApp(parts: PersonalParts): FastifyInstance {
  const { config, sources, answers, key, version, report, now } = parts
  const { host } = config
  const { context, upstreams } = sources
  const schema = buildSchema(connectors)
  const execute = createExecutor(schema)
  const preflight = preflightOf(connectors, schema)
  const contract = { schema, tariff }
  const requests = createPersonalRequests({
    contract,
    preflight: (priced) => preflight(priced, context),
    run: (priced) => executeRequest(execute, priced, context, report),
    report,
    answers,
    nowMs: () => now().getTime(),
  })
  const app = Fastify(httpDefaults)
  const hosts = () => hostsOf(host, (app.server.address() as AddressInfo).port)
  personalAccess(app, { key: key.text, keyFile: key.file, hosts })
  httpRules(app, upstreams.mode, report)
  answerUnknownPaths(app)
  const facts = { version, dataMode: upstreams.mode, schemaText: schemaTextOf(connectors) }
  const fields = () => fieldReadiness(connectors, context)
  personalPages(app, { ...facts, requests, contract, fields })
  querySurfaces(app, {
    requests,
    urlOf: urlReader(undefined),
    publicUrl: undefined,
    isPersonal: true,
    report,
    contract,
  })
  return app
}
