import type { Folders } from '../config/folders.ts'
import type { PayerOptions } from '../payment/payer-options.ts'
import type { Check } from './check.ts'
import { checkFolders } from './check-folders.ts'
import { checkMoney } from './check-money.ts'
import { checkServer } from './check-server.ts'

/** Ports of `fiq doctor`. */
export type ExaminePorts = Pick<
  PayerOptions,
  'configDir' | 'stateDir' | 'loadKeychain' | 'send' | 'randomBytes' | 'clock'
> & {
  folders: Folders
  /** Address of the server, without a trailing slash. */
  url: string
  version: string
  /** Version of the running Node, e.g. `24.21.0`. */
  nodeVersion: string
  settings: { path: string; profile: string }
}

/** Runs all checks that commands depend on. Works offline; reports skipped checks. */
export async function examine(ports: ExaminePorts): Promise<readonly Check[]> {
  const { clock, randomBytes, settings, nodeVersion, version } = ports
  const probe = `probe-${Buffer.from(randomBytes(8)).toString('hex')}`
  return [
    { name: 'fiq', status: 'ok', detail: `${version}, on Node ${nodeVersion}` },
    { name: 'settings', status: 'ok', detail: `${settings.path}, profile ${settings.profile}` },
    ...checkFolders(ports.folders),
    ...(await checkMoney({ ...ports, now: clock.now(), probe })),
    ...(await checkServer(ports.url, { ...ports, now: clock.now })),
  ]
}
