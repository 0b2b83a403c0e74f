import { FiqError } from '@fiq/shared/errors'
import { Command, CommanderError } from 'commander'
import { pino } from 'pino'
import manifest from '../package.json' with { type: 'json' }
import { readConfig, type SettingName, settings } from './config.ts'
import { startServer } from './start-server.ts'

const { version } = manifest

const program = new Command('fiq-server')
  .description('Finance data by the query: one GraphQL schema, priced per query, paid with x402')
  .version(version)
  .exitOverride()

const start = program
  .command('start', { isDefault: false })
  .description(
    'start the service; without options a complete one, on the sandbox and an embedded chain',
  )
for (const { flag, variable, default: value, help } of Object.values(settings))
  start.option(flag, `${help} (${variable}${value === '' ? '' : `, default ${value}`})`)

start.action(async (flags: Partial<Record<SettingName, string>>) => {
  const config = readConfig(flags, process.env)
  const log = pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: false }))
  const server = await startServer(config, {
    log,
    version,
    now: () => new Date(),
    environment: process.env,
  })
  process.stdout.write(`listening on ${server.url}\n`)
  log.info(
    { url: server.url, upstream: config.upstream, payTo: server.payTo, dataDir: config.dataDir },
    'started',
  )

  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) process.exit(signal === 'SIGINT' ? 130 : 143)
      stopping = true
      log.info({ signal }, 'stopping: finishing what is under way; a second signal stops at once')
      server.close().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
})

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2)
  if (!(error instanceof FiqError)) throw error
  process.stderr.write(`${[error.message, ...error.facts, error.remedy].join('\n')}\n`)
  process.exit(error.kind === 'configuration' ? 3 : 1)
}
