import { formatUsdc } from '@fiq/shared/money/usdc'
import type { ServerConfig } from './config.ts'
import { type SettingName, settings } from './settings.ts'

/** A setting without secrets, for operators. */
export type ShownSetting = { flag: string; value: string; help: string }

/** Addresses that may hold a password or a key. */
const guarded: ReadonlySet<string> = new Set(['database', 'redis', 'rpcUrl', 'traces'])

/** The server's settings, without secrets. */
export function shownSettings(config: ServerConfig): readonly ShownSetting[] {
  return (Object.keys(settings) as SettingName[]).map((name) => ({
    flag: settings[name].flag.split(' ')[0]!,
    value: guarded.has(name) ? hostIn(config[name]) : textOf(config[name]),
    help: settings[name].help,
  }))
}

function hostIn(address: unknown): string {
  if (typeof address !== 'string') return ''
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}/…`
}

function textOf(value: ServerConfig[SettingName]): string {
  if (value === undefined || value === false) return value === false ? 'off' : ''
  if (value === true) return 'on'
  if (typeof value === 'bigint') return `${formatUsdc(value)} USDC`
  if (typeof value === 'function') return 'by number of hops'
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'object') return String(value)
  if ('folder' in value) return `${value.mode}:${value.folder}`
  return 'url' in value ? hostIn(value.url) : value.mode
}
