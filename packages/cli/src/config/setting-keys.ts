import { defined } from '@fiq/shared/defined'
/** One setting that can be stored, given by environment, or given by flag. */
export type SettingKey = {
  /** Name in `fiq config set` and in the file. */
  name: string
  /** Option name, camel-cased, where there is a flag. */
  flag: string | undefined
  /** The option's word, where it is not the name of the setting. */
  option?: string
  /** The old name of the option, camel-cased: the name of the setting. */
  oldFlag?: string
  /** The old name of the variable, read for one release. */
  oldVariable?: string
  variable: string | undefined
  description: string
  default: string | undefined
  /** Kept per profile in the settings file. */
  stored: boolean
}

const key = (
  name: string,
  flag: string | undefined,
  variable: string | undefined,
  description: string,
  rest: Partial<Pick<SettingKey, 'option' | 'oldFlag' | 'oldVariable'>> & {
    default?: string
    stored?: boolean
  } = {},
): SettingKey => ({
  name,
  flag,
  variable,
  description,
  default: rest.default,
  ...defined({ option: rest.option, oldFlag: rest.oldFlag, oldVariable: rest.oldVariable }),
  stored: rest.stored ?? true,
})

/** Flag, then environment, then profile, then default: the only table of settings. */
export const settingKeys: readonly SettingKey[] = [
  key('url', 'url', 'FIQ_URL', 'Address of the server', { default: 'http://127.0.0.1:4020' }),
  key('max-price', 'maxSpend', 'FIQ_MAX_SPEND', 'Most USDC to pay for one command', {
    option: 'max-spend',
    oldFlag: 'maxPrice',
    oldVariable: 'FIQ_MAX_PRICE',
  }),
  key('pay-with', undefined, undefined, 'What queries are paid with: credits, or the wallet', {
    default: 'credits',
  }),
  key('wallet', 'wallet', undefined, 'Name of the wallet that pays'),
  key('profile', 'profile', 'FIQ_PROFILE', 'Named set of settings', {
    default: 'default',
    stored: false,
  }),
  key('api-key', 'apiKey', 'FIQ_API_KEY', 'API key, sent as a bearer token', { stored: false }),
]

/** Variables that are not settings. */
export const otherVariables: readonly { variable: string; description: string }[] = [
  { variable: 'FIQ_HOME', description: 'One folder for settings, wallets, journal and cache' },
  { variable: 'FIQ_WALLET_PASSPHRASE', description: 'Passphrase of the keystore' },
  { variable: 'FIQ_WALLET_PASSPHRASE_FILE', description: 'File that holds the passphrase' },
  { variable: 'FIQ_PAGER', description: 'Pager, before PAGER; empty or cat for none' },
  { variable: 'COLUMNS', description: 'Width of what is printed into a pipe (default 80)' },
  { variable: 'NO_COLOR', description: 'No colour when set to anything' },
]
