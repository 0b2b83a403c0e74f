import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { FiqError } from '@fiq/shared/errors'
import { makeFolder } from '../config/make-folder.ts'
import type { ServerProgram } from './find-program.ts'

const unitName = 'fiq.service'
const alertsUnitName = 'fiq-alerts.service'
const unitNames = [unitName, alertsUnitName]

type Place = { env: Readonly<Record<string, string | undefined>>; home: string }

/** Runs `systemctl --user`; `false` if it fails or does not exist. */
export type Systemctl = (...words: readonly string[]) => boolean

export const systemctl: Systemctl = (...words) =>
  spawnSync('systemctl', ['--user', ...words], { stdio: 'ignore' }).status === 0

/** Folder in which the user's systemd looks for units. */
export function unitFolder({ env, home }: Place): string {
  const base = env['XDG_CONFIG_HOME']
  return join(base && isAbsolute(base) ? base : join(home, '.config'), 'systemd', 'user')
}

/** The unit: the same server in the same folder, started at login. */
export function unitText({ command, words }: ServerProgram, { env }: Place): string {
  return [
    '[Unit]',
    'Description=fiq: finance data for this user',
    'After=network-online.target',
    '',
    '[Service]',
    `ExecStart=${[command, ...words, 'start', '--personal'].map(quoted).join(' ')}`,
    ...serviceLines(env),
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n')
}

/**
 * The unit of the alerts: started and stopped with the server. It fails until the server answers,
 * and ends if no alert waits.
 */
export function alertsUnitText({ words, logFile }: AlertsProgram, { env }: Place): string {
  const log = `append:${logFile.replaceAll('%', '%%')}`
  return [
    '[Unit]',
    'Description=fiq: alerts that wait for prices',
    `BindsTo=${unitName}`,
    `After=${unitName}`,
    '',
    '[Service]',
    `ExecStart=${words.map(quoted).join(' ')}`,
    ...serviceLines(env),
    `StandardOutput=${log}`,
    `StandardError=${log}`,
    '',
    '[Install]',
    `WantedBy=${unitName}`,
    '',
  ].join('\n')
}

function serviceLines(env: Place['env']): readonly string[] {
  const names = ['FIQ_HOME', 'XDG_STATE_HOME', 'PATH'].filter((name) => env[name])
  return [
    ...names.map((name) => `Environment=${quotedText(`${name}=${env[name]}`)}`),
    'Restart=on-failure',
    'RestartSec=10',
    'UMask=0077',
    'NoNewPrivileges=yes',
  ]
}

/** Escapes a word of a command for systemd, which also replaces `$NAME` in it. */
function quoted(word: string): string {
  return quotedText(word).replaceAll('$', '$$$$')
}

/** Escapes a text for systemd, which interprets `%`, quotes and backslashes. */
function quotedText(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replaceAll('%', '%%')}"`
}

/** The command that asks for the prices of the alerts, and its log. */
export type AlertsProgram = { words: readonly string[]; logFile: string }

/**
 * Starts the server and its alerts now and at each login, in place of a running server.
 *
 * @param stopRunning called once systemd has accepted the units
 * @returns The file of the unit.
 * @throws FiqError `CONFIGURATION_INVALID` if the user's systemd does not answer.
 */
export async function enableUnit(
  { server, alerts }: { server: ServerProgram; alerts: AlertsProgram },
  place: Place,
  run: Systemctl,
  stopRunning: () => Promise<unknown>,
): Promise<string> {
  const folder = unitFolder(place)
  const path = join(folder, unitName)
  makeFolder(folder)
  writeFileSync(path, unitText(server, place))
  writeFileSync(join(folder, alertsUnitName), alertsUnitText(alerts, place))
  if (!run('daemon-reload') || !run('enable', ...unitNames)) {
    removeUnits(folder)
    throw new FiqError('CONFIGURATION_INVALID', 'The user manager of systemd does not answer.', {
      remedy:
        'Without it, fiq up starts the server in the background until the machine shuts down.',
    })
  }
  await stopRunning()
  if (run('start', ...unitNames)) return path
  throw new FiqError('CONFIGURATION_INVALID', `systemd did not start ${unitName}.`, {
    remedy: `The reason is in: systemctl --user status ${unitName}`,
  })
}

/** Stops the server, and no longer starts it at login. */
export function disableUnit(place: Place, run: Systemctl): void {
  run('disable', '--now', ...unitNames)
  removeUnits(unitFolder(place))
  run('daemon-reload')
}

function removeUnits(folder: string): void {
  for (const name of unitNames) rmSync(join(folder, name), { force: true })
}
