import { homedir } from 'node:os'
import path from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { personalFolder, stateFolderOf } from '@fiq/shared/personal-server'
import { isLoopbackHost } from './setting-forms.ts'
import { type SettingName, settings } from './settings.ts'

/** Settings of a server that sells nothing. All others are refused. */
const ofPersonal: ReadonlySet<SettingName> = new Set([
  ...(['personal', 'host', 'port', 'dataDir', 'upstream', 'stalePrices'] as const),
  ...(['shutdownSeconds', 'logLevel'] as const),
])

const portDefault = 4022

type Parts = { host: string; port: number; dataDir: string; upstream: { mode: string } }

/** The folder in which the client of the same user looks for the server. */
export function personalDataDir(environment: Readonly<Record<string, string | undefined>>): string {
  return path.join(stateFolderOf(environment, homedir(), path), personalFolder)
}

/**
 * The settings of `--personal`: its own defaults, and a refusal of settings for selling.
 *
 * @param isGiven - by flag or variable, without aliases: `DATABASE_URL` may be for other programs.
 * @throws FiqError `CONFIGURATION_INVALID`
 */
export function personalConfig<config extends Parts>(
  config: config,
  isGiven: (name: SettingName) => boolean,
  environment: Readonly<Record<string, string | undefined>>,
): config {
  const names = Object.keys(settings) as SettingName[]
  const foreign = names.find((name) => !ofPersonal.has(name) && isGiven(name))
  if (foreign)
    throw refused(
      `${settings[foreign].flag.split(' ')[0]} is for a server that sells, and --personal sells nothing.`,
      `Leave out ${settings[foreign].flag.split(' ')[0]} and ${settings[foreign].variable}, or --personal.`,
    )
  if (environment['FIQ_RESTRICTED_UPSTREAMS'])
    throw refused(
      'FIQ_RESTRICTED_UPSTREAMS names agreements of a server that sells.',
      'Unset FIQ_RESTRICTED_UPSTREAMS. fiq-server sources shows what you may switch on.',
    )
  if (!isLoopbackHost(config.host))
    throw refused(
      `--personal serves this machine alone, and ${config.host} is not a loopback address.`,
      'Leave out --host. A server for others needs licences of its sources: leave out --personal.',
    )
  return {
    ...config,
    port: isGiven('port') ? config.port : portDefault,
    dataDir: isGiven('dataDir') ? config.dataDir : personalDataDir(environment),
    upstream: isGiven('upstream') ? config.upstream : { mode: 'live' },
  }
}

function refused(message: string, remedy: string): FiqError {
  return new FiqError('CONFIGURATION_INVALID', message, { remedy })
}
