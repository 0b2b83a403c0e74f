import { defined } from '@fiq/shared/defined'
import type { Command } from 'commander'
import type { Dispatcher } from 'undici'
import { readConfig } from '../../config/config.ts'
import { withPersonalSettings } from '../../config/personal-files.ts'
import { settings } from '../../config/settings.ts'
import { allowedUpstreams } from '../../sources/context.ts'
import { personalGrants } from '../../sources/grades/own-decisions.ts'
import { textTable } from '../printing/text-table.ts'
import { type CheckLiveReport, checkLive } from './check-live.ts'
import type { SourceCheck } from './check-source.ts'

/** Ports of the command. */
export type CheckLiveCommandWorld = {
  environment: Readonly<Record<string, string | undefined>>
  now(): Date
  wait(ms: number): Promise<void>
  dispatcher: Dispatcher
  write(line: string): void
  /** Prints progress, apart from the table. */
  note(line: string): void
  fail(): void
}

type Options = {
  area?: string
  record?: string
  personal?: boolean
  dataDir?: string
  json?: boolean
}

/** `check-live`: sends one real query to each source. */
export function checkLiveCommand(program: Command, world: CheckLiveCommandWorld): void {
  program
    .command('check-live')
    .description('send one real query to each source that is on, and check its answer')
    .option('--area <names>', 'areas to check, e.g. quotes,news; all areas by default')
    .option('--record <folder>', 'store the answers, without keys, for --upstream mirror:FOLDER')
    .option('--personal', 'use the sources and settings of the personal server')
    .option(settings.dataDir.flag, `${settings.dataDir.help} (${settings.dataDir.variable})`)
    .option('--json', 'print JSON')
    .action(async (options: Options) => {
      const { area = '', record, personal: isPersonal = false, json = false } = options
      const flags = defined({ dataDir: options.dataDir, personal: isPersonal ? 'on' : undefined })
      const { dataDir } = readConfig(flags, world.environment)
      const environment = isPersonal
        ? withPersonalSettings(dataDir, world.environment)
        : world.environment
      const areas = area
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
      const report = await checkLive(
        { areas, dataDir, isPersonal, ...defined({ record }) },
        {
          ...world,
          environment,
          allowed: isPersonal
            ? personalGrants(dataDir, () => world.now().getTime())
            : allowedUpstreams(environment),
          onChecked: ({ source, verdict }) => world.note(`${source}: ${verdict}`),
        },
      )
      world.write(json ? JSON.stringify(report, null, 2) : checkLiveText(report, record))
      if (report.checks.some(({ verdict }) => verdict === 'failed')) world.fail()
    })
}

function checkLiveText({ checks, recorded }: CheckLiveReport, folder = ''): string {
  if (checks.length === 0)
    return 'No source of these areas is on. fiq-server doctor prints the reason.'
  const names = ['AREA', 'SOURCE', 'MS', 'ROWS', 'NEWEST', 'VERDICT']
  const failed = checks.filter(({ problem }) => problem !== null)
  return [
    textTable(names, checks.map(cellsOf)),
    ...(failed.length > 0 ? [''] : []),
    ...failed.map(({ source, problem }) => `${source}: ${problem}`),
    ...(recorded === null ? [] : ['', `${recorded} answers stored in ${folder}`]),
  ].join('\n')
}

function cellsOf({ area, source, ms, rows, newest, verdict }: SourceCheck): string[] {
  return [area, source, String(ms), String(rows), newest ?? '-', verdict]
}
