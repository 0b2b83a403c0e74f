import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import { fileError } from '@fiq/shared/files/file-error'
import { orNames } from '@fiq/shared/spelling/name-list'
import { Command, CommanderError } from 'commander'
import { pino } from 'pino'
import { Agent } from 'undici'
import { checkLiveCommand } from './commands/check-live/command.ts'
import { operatorCommands } from './commands/commands.ts'
import { addExamples } from './commands/examples.ts'
import { countryPlaces, type ImportOptions, runImport } from './commands/import.ts'
import { mirrorCommands } from './commands/mirror.ts'
import { sourcesCommands } from './commands/sources-commands.ts'
import { startPersonal } from './compose/start-personal.ts'
import { startServer } from './compose/start-server.ts'
import { warningsOf } from './compose/warnings-of.ts'
import { readConfig, type ServerConfig } from './config/config.ts'
import { withPersonalSettings } from './config/personal-files.ts'
import { type SettingName, settings } from './config/settings.ts'
import { version } from './config/version.ts'
import { killAt } from './payments/fault-points.ts'

const program = new Command('fiq-server')
  .description(
    'Serves finance data from one GraphQL schema. Each query has a price, paid with x402 or credits.',
  )
  .version(version)
  .exitOverride()

const start = program
  .command('start', { isDefault: false })
  .description('start the server; without options with sandbox data and an embedded chain')
for (const { flag, variable, default: value, help } of Object.values(settings))
  start.option(flag, `${help} (${variable}${value === '' ? '' : `, default ${value}`})`)

// The ledger holds signed payments and answers: other users of the machine cannot read the files
// that we create.
process.umask(0o077)

start.action(async (flags: Partial<Record<SettingName, string>>) => {
  const config = readConfig(flags, process.env)
  const log = pino({ level: config.logLevel }, pino.destination({ fd: 2, sync: false }))
  const { personal, upstream, dataDir } = config
  const ports = {
    log,
    version,
    now: () => new Date(),
    // A copy: the engine reads the environment again outside, at each access.
    environment: personal ? withPersonalSettings(dataDir, process.env) : { ...process.env },
  }
  const server = personal
    ? await startPersonal(config, { ...ports, pid: process.pid })
    : await startServer(config, { ...ports, ...faultsOf(config) })
  process.stdout.write(`listening on ${server.url}\n`)
  const payTo = 'payTo' in server ? server.payTo : undefined
  log.info({ url: server.url, upstream, payTo, dataDir, personal }, 'started')
  const { refusedAreas } = server
  if (personal)
    log.info(
      `${refusedAreas.length} areas have no source; fiq up --status lists what would add them`,
    )
  else for (const warning of warningsOf(config, refusedAreas)) log.warn(warning)

  // A fault in one request must not end the requests of others. It is reported, and the payment
  // record is such that nothing is lost if the operator restarts the server.
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(fault, (error: unknown) => log.error({ err: error, fault }, 'unforeseen'))

  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) process.exit(signal === 'SIGINT' ? 130 : 143)
      stopping = true
      log.info({ signal }, 'stopping: finishing open requests; a second signal stops at once')
      server.close().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
})

program
  .command('import')
  .description('import your own data from CSV: bars or series')
  .argument('<kind>', 'bars or series')
  .argument('<file>', 'CSV with a header')
  .option(
    settings.dataDir.flag,
    `${settings.dataDir.help} (${settings.dataDir.variable}, default ${settings.dataDir.default})`,
  )
  .option('--personal', 'import into the data of the personal server (fiq up)')
  .option('--source <name>', 'publisher of the data; the file name by default')
  .option('--source-url <url>', 'address of the publication')
  .option('--licence <text>', 'licence of the data')
  .option('--interval <interval>', 'width of a bar', '1d')
  .option('--ticker <ticker>', 'ticker of all rows, if the file has no symbol column')
  .option(
    '--as <place>',
    `series:ID for one economic series; for series by country ${orNames(countryPlaces)}`,
  )
  .action(
    async (kind: string, file: string, given: Partial<ImportOptions> & { personal?: true }) => {
      const { personal: isPersonal = false, dataDir: folder, ...options } = given
      const flags = defined({ dataDir: folder, personal: isPersonal ? 'on' : undefined })
      const { dataDir } = readConfig(flags, process.env)
      process.stdout.write(`${await runImport(kind, file, { ...options, dataDir }, new Date())}\n`)
    },
  )

mirrorCommands(program, {
  environment: process.env,
  now: () => new Date(),
  wait: (ms) => setTimeout(ms),
  // A transfer may take as long as it likes, and stand still for half a minute at most.
  dispatcher: new Agent({
    connect: { timeout: 10_000 },
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
  }),
  interrupted: () => interruption().signal,
  write: (line) => process.stdout.write(`${line}\n`),
  progress: { isTerminal: process.stderr.isTTY, write: (text) => process.stderr.write(text) },
  exitWith: (code) => {
    process.exitCode = code
  },
})

operatorCommands(program, {
  environment: process.env,
  nowMs: () => Date.now(),
  write: (line) => process.stdout.write(`${line}\n`),
  readInput: () => text(process.stdin),
  fail: () => {
    process.exitCode = 1
  },
})

sourcesCommands(program, {
  environment: process.env,
  now: () => new Date(),
  write: (line) => process.stdout.write(`${line}\n`),
  columns: process.stdout.columns,
  prompt: process.stdin.isTTY && process.stderr.isTTY ? promptOnTerminal : undefined,
})

checkLiveCommand(program, {
  environment: process.env,
  now: () => new Date(),
  wait: (ms) => setTimeout(ms),
  dispatcher: new Agent({ connect: { timeout: 3_000 } }),
  write: (line) => process.stdout.write(`${line}\n`),
  note: (line) => process.stderr.isTTY && process.stderr.write(`${line}\n`),
  fail: () => {
    process.exitCode = 1
  },
})

async function promptOnTerminal(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}

/** Ends each usage error of a command with the help of that command. */
function nameHelp(command: Command, path: string): void {
  command.showHelpAfterError(
    `${path} --help explains its ${command.commands.length > 0 ? 'commands' : 'options'}.`,
  )
  for (const each of command.commands) nameHelp(each, `${path} ${each.name()}`)
}

/** Aborted by the first Ctrl-C; the second ends the process at once. */
function interruption(): AbortController {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => controller.abort(signal))
  return controller
}

/** `FIQ_FAULT=claimed:kill:3`, for the tests that kill the server; never where real money moves. */
function faultsOf({ facilitator }: ServerConfig) {
  const text = process.env['FIQ_FAULT']
  if (text === undefined) return {}
  if (facilitator.mode !== 'devnet')
    throw new FiqError(
      'CONFIGURATION_INVALID',
      'FIQ_FAULT works only in tests on the embedded chain.',
      {
        remedy: 'Unset FIQ_FAULT.',
      },
    )
  return { faults: killAt(text, () => process.kill(process.pid, 'SIGKILL')) }
}

nameHelp(program, program.name())
addExamples(program)
try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2)
  const known = error instanceof FiqError ? error : fileError(error)
  if (!known) throw error
  process.stderr.write(`${[known.message, ...known.facts, known.remedy].join('\n')}\n`)
  process.exit(known.kind === 'configuration' ? 3 : 1)
}
