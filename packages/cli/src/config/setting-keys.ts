import { defined } from '@fiq/shared/defined'
/** One setting, which can come from a flag, the environment or the settings file. */
export type SettingKey = {
  /** Name in `fiq config set` and in the file. */
  name: string
  /** Name of the option in camel case, if there is a flag. */
  flag: string | undefined
  /** Former name of the setting and of its option, accepted for one release. */
  oldName?: string
  /** The former option in camel case. */
  oldFlag?: string
  /** Former name of the variable, accepted for one release. */
  oldVariable?: string
  variable: string | undefined
  description: string
  default: string | undefined
  /** Whether it is stored for each profile in the settings file. */
  stored: boolean
}

const key = (
  name: string,
  flag: string | undefined,
  variable: string | undefined,
  description: string,
  rest: Partial<Pick<SettingKey, 'oldName' | 'oldFlag' | 'oldVariable'>> & {
    default?: string
    stored?: boolean
  } = {},
): SettingKey => ({
  name,
  flag,
  variable,
  description,
  default: rest.default,
  ...defined({ oldName: rest.oldName, oldFlag: rest.oldFlag, oldVariable: rest.oldVariable }),
  stored: rest.stored ?? true,
})

/** All settings. Precedence: flag, environment, profile, default. */
export const settingKeys: readonly SettingKey[] = [
  key('url', 'url', 'FIQ_URL', 'Address of the server; without it, your own server if it runs', {
    default: 'http://127.0.0.1:4020',
  }),
  key('max-spend', 'maxSpend', 'FIQ_MAX_SPEND', 'Maximum USDC to pay for one command', {
    oldName: 'max-price',
    oldFlag: 'maxPrice',
    oldVariable: 'FIQ_MAX_PRICE',
  }),
  key('pay-with', undefined, undefined, 'How to pay for queries: with credits or with the wallet', {
    default: 'credits',
  }),
  key('wallet', 'wallet', undefined, 'Name of the wallet that pays'),
  key('profile', 'profile', 'FIQ_PROFILE', 'Named set of settings', {
    default: 'default',
    stored: false,
  }),
  key('api-key', 'apiKey', 'FIQ_API_KEY', 'API key, sent as a bearer token', { stored: false }),
]

/** The present name of a setting, by its present or former one. */
export function currentName(name: string): string {
  return settingKeys.find(({ oldName }) => oldName === name)?.name ?? name
}

/** Variables that are not settings. */
export const otherVariables: readonly { variable: string; description: string }[] = [
  { variable: 'FIQ_HOME', description: 'One folder for settings, wallets, journal and cache' },
  { variable: 'FIQ_WALLET_PASSPHRASE', description: 'Passphrase of the keystore' },
  { variable: 'FIQ_WALLET_PASSPHRASE_FILE', description: 'File that holds the passphrase' },
  { variable: 'FIQ_PAGER', description: 'Pager, overrides PAGER; empty or cat turns it off' },
  { variable: 'COLUMNS', description: 'Width of output in a pipe (default 80)' },
  { variable: 'NO_COLOR', description: 'Any value turns colour off' },
]
