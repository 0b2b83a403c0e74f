import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import type { ServerProgram } from './find-program.ts'

const unitName = 'fiq.service'

type Place = { env: Readonly<Record<string, string | undefined>>; home: string }

/** Runs `systemctl --user`; `false` when it fails or is not there. */
export type Systemctl = (...words: readonly string[]) => boolean

export const systemctl: Systemctl = (...words) =>
  spawnSync('systemctl', ['--user', ...words], { stdio: 'ignore' }).status === 0

/** Where the user manager of systemd looks for units. */
export function unitFolder({ env, home }: Place): string {
  const base = env['XDG_CONFIG_HOME']
  return join(base && isAbsolute(base) ? base : join(home, '.config'), 'systemd', 'user')
}

/** The unit: the same server, in the same folder, from the login on. */
export function unitText({ command, words }: ServerProgram, { env }: Place): string {
  const kept = ['FIQ_HOME', 'XDG_STATE_HOME', 'PATH'].filter((name) => env[name])
  return [
    '[Unit]',
    'Description=fiq: finance data for this user',
    'After=network-online.target',
    '',
    '[Service]',
    `ExecStart=${[command, ...words, 'start', '--personal'].map(quoted).join(' ')}`,
    ...kept.map((name) => `Environment=${quoted(`${name}=${env[name]}`)}`),
    'Restart=on-failure',
    'RestartSec=10',
    'UMask=0077',
    'NoNewPrivileges=yes',
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n')
}

/** systemd reads `%`, `$`, quotes and backslashes. */
function quoted(word: string): string {
  const text = word.replace(/["\\]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')
  return `"${text}"`
}

/**
 * Starts the server now and at each login.
 *
 * @returns the file of the unit.
 * @throws FiqError `CONFIGURATION_INVALID` where the user manager of systemd does not answer.
 */
export function enableUnit(program: ServerProgram, place: Place, run: Systemctl): string {
  const folder = unitFolder(place)
  const path = join(folder, unitName)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, unitText(program, place))
  if (run('daemon-reload') && run('enable', '--now', unitName)) return path
  rmSync(path)
  throw new FiqError('CONFIGURATION_INVALID', 'The user manager of systemd does not answer.', {
    remedy: 'Without it, fiq up starts the server in the background until the machine ends.',
  })
}

/** Ends the server and starts it no more at the login. */
export function disableUnit(place: Place, run: Systemctl): void {
  run('disable', '--now', unitName)
  rmSync(join(unitFolder(place), unitName), { force: true })
  run('daemon-reload')
}
