import os from 'node:os'
import path from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { homeFolder } from '@fiq/shared/home-folder'
import { isLoopbackHost } from '@fiq/shared/is-loopback'
import { personalFolder, stateFolderOf } from '@fiq/shared/personal-server'
import { type SettingName, settings } from './settings.ts'

/** Settings of a personal server. It refuses all others. */
const ofPersonal: ReadonlySet<SettingName> = new Set([
  ...(['personal', 'host', 'port', 'dataDir', 'upstream', 'stalePrices'] as const),
  ...(['shutdownSeconds', 'logLevel'] as const),
])

const portDefault = 4022

type Parts = { host: string; port: number; dataDir: string; upstream: { mode: string } }

/** Folder of the personal server, where the client of the same user looks for it. */
export function personalDataDir(environment: Readonly<Record<string, string | undefined>>): string {
  return path.join(stateFolderOf(environment, homeFolder(os, path), path), personalFolder)
}

/**
 * The settings of `--personal`: its own defaults. Refuses settings for selling.
 *
 * @param isSet - Whether a flag or variable is set. Ignores aliases: `DATABASE_URL` may be for
 * other programs.
 * @throws FiqError `CONFIGURATION_INVALID`
 */
export function personalConfig<config extends Parts>(
  config: config,
  isSet: (name: SettingName) => boolean,
  environment: Readonly<Record<string, string | undefined>>,
): config {
  const names = Object.keys(settings) as SettingName[]
  const foreign = names.find((name) => !ofPersonal.has(name) && isSet(name))
  if (foreign)
    throw refused(
      `${settings[foreign].flag.split(' ')[0]} is for a server that sells. A --personal server sells nothing.`,
      `Remove ${settings[foreign].flag.split(' ')[0]} and ${settings[foreign].variable}, or remove --personal.`,
    )
  if (environment['FIQ_RESTRICTED_UPSTREAMS'])
    throw refused(
      'FIQ_RESTRICTED_UPSTREAMS is for agreements of a server that sells.',
      'Unset FIQ_RESTRICTED_UPSTREAMS. fiq-server sources shows the sources that you may switch on.',
    )
  if (!isLoopbackHost(config.host))
    throw refused(
      `A --personal server serves this machine only, and ${config.host} is not a loopback address.`,
      'Remove --host. To serve others, obtain licences of the sources and remove --personal.',
    )
  return {
    ...config,
    port: isSet('port') ? config.port : portDefault,
    dataDir: isSet('dataDir') ? config.dataDir : personalDataDir(environment),
    upstream: isSet('upstream') ? config.upstream : { mode: 'live' },
  }
}

function refused(message: string, remedy: string): FiqError {
  return new FiqError('CONFIGURATION_INVALID', message, { remedy })
}
