import { join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import type { Command } from 'commander'
import type { Dispatcher } from 'undici'
import { readConfig } from '../config/config.ts'
import { settings } from '../config/settings.ts'
import { allowedUpstreams } from '../sources/context.ts'
import { type choices, chosenOf } from './mirror/chosen.ts'
import { mirrorStatus } from './mirror/mirror-status.ts'
import { pullText, statusText, verifyText } from './mirror/printed.ts'
import { type ProgressPort, pullProgress } from './mirror/progress.ts'
import { pullMirror } from './mirror/pull-mirror.ts'
import { verifyMirror } from './mirror/verify-mirror.ts'

/** Ports of the mirror commands. */
export type MirrorWorld = {
  environment: Readonly<Record<string, string | undefined>>
  now(): Date
  wait(ms: number): Promise<void>
  dispatcher: Dispatcher
  /** Aborted when the operator stops the command. */
  interrupted(): AbortSignal
  write(line: string): void
  progress: ProgressPort
  exitWith(code: number): void
}

type Shared = { folder?: string; dataDir?: string; json?: boolean }
type PullOptions = Shared & { fresh: string; bulk?: true } & {
  [name in (typeof choices)[number]]?: string
}

/** `mirror pull`, `verify` and `status`: a folder of upstream files. */
export function mirrorCommands(program: Command, world: MirrorWorld): void {
  const mirror = program
    .command('mirror')
    .description('fetch and check a folder of upstream files, from which the server can answer')
  const print = ({ json }: Shared, value: unknown, text: () => string) =>
    world.write(json ? JSON.stringify(value, null, 2) : text())

  shared(mirror.command('pull').argument('[areas...]', 'e.g. financials gdp; all by default'))
    .description('fetch the files of the areas; resumes where it stopped')
    .option('--tickers <list>', 'companies, indices, coins')
    .option('--ciks <list>', 'managers whose holdings are fetched')
    .option('--countries <list>', 'ISO codes of three letters')
    .option('--series <list>', 'economic series')
    .option('--names <list>', 'names and subjects for areas that search by name')
    .option('--bulk', 'fetch the archives of all filers (gigabytes) instead of one file a filer')
    .option('--fresh <minutes>', 'skip files that were checked within this time', '10')
    .action(async (areas: string[], options: PullOptions) => {
      const progress = pullProgress(world.progress, () => world.now().getTime())
      const { bulk = false, fresh, ...rest } = options
      const wish = { areas, chosen: chosenOf(rest), bulk, freshMs: minutesOf(fresh) * 60_000 }
      const report = await pullMirror(folderOf(options, world), wish, {
        ...world,
        upstreamKeyOf: (variable) => world.environment[variable],
        allowed: allowedUpstreams(world.environment),
        signal: world.interrupted(),
        onProgress: progress.show,
      })
      progress.end(report.figures)
      print(options, report, () => pullText(report))
      if (report.stopped) world.exitWith(130)
      else if (report.failures.some(({ code }) => isFault(code))) world.exitWith(1)
    })

  shared(mirror.command('verify'))
    .description('find damaged, truncated, duplicate and implausible files; prints file and line')
    .action(async (options: Shared) => {
      const report = await verifyMirror(folderOf(options, world), world.now)
      print(options, report, () => verifyText(report))
      if (report.faults.length > 0) world.exitWith(1)
    })

  shared(mirror.command('status'))
    .description('show files, sizes and ages by area, and what is missing or stale')
    .action(async (options: Shared) => {
      const report = await mirrorStatus(folderOf(options, world), world.now)
      print(options, report, () => statusText(report, world.now()))
    })
}

function shared(command: Command): Command {
  const { dataDir } = settings
  return command
    .option(
      '--folder <folder>',
      'folder of the mirror; by default that of --upstream, or mirror in the data folder',
    )
    .option(dataDir.flag, `${dataDir.help} (${dataDir.variable}, default ${dataDir.default})`)
    .option('--json', 'print JSON')
}

/**
 * Whether a failure is an error. Data that a source does not have, or a disabled source, is not.
 */
function isFault(code: string): boolean {
  return code.startsWith('UPSTREAM_') || code === 'OUTPUT_FAILED'
}

function folderOf({ folder, dataDir }: Shared, { environment }: MirrorWorld): string {
  if (folder !== undefined) return folder
  const config = readConfig(dataDir === undefined ? {} : { dataDir }, environment)
  return config.upstream.mode === 'mirror' ? config.upstream.folder : join(config.dataDir, 'mirror')
}

/** Parses minutes, 0 to a year. @throws FiqError `BAD_INPUT` */
function minutesOf(text: string): number {
  const minutes = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (minutes <= 525_600) return minutes
  throw new FiqError('BAD_INPUT', '--fresh takes minutes, 0 to 525600.', {
    facts: [`Given: ${JSON.stringify(text)}`],
  })
}
