import { defined } from '@fiq/shared/defined'
import { type ErrorCode, FiqError } from '@fiq/shared/errors'
import { isLoopbackHost } from '@fiq/shared/is-loopback'
import { parseUsdc } from '@fiq/shared/money/usdc'
import { type SettingKey, settingKeys } from './setting-keys.ts'

/** The settings of this run. Precedence: flag, environment, profile, default. */
export type Settings = {
  /** Address of the server without a trailing slash. */
  url: string
  profile: string
  apiKey: string | undefined
  /** Maximum payment for this command in atomic units of USDC. */
  maxPrice: bigint | undefined
  /** Whether a flag on this command line set it, so that it approves payments within it. */
  maxPriceApproves?: true
  /** Whether the server is the one that this user runs on this machine, where nothing is paid. */
  isPersonal?: true
  /** `--no-api-key`: pay for each query, even if a key is stored. */
  keyless?: true
  /**
   * Pay for queries with the wallet although a key is stored. A key on the command line takes
   * precedence.
   */
  payWith?: 'wallet'
  /** Approve without prompts, within the limits. */
  yes: boolean
  /** `--trust`: origin of a server whose new payee is accepted. */
  trust?: string
  /** Show the price and stop. */
  dryRun: boolean
  /** Name of the paying wallet, if one was selected. */
  wallet?: string
  /** Every setting with a value and its origin. Keys are never shown in full. */
  origins: readonly SettingOrigin[]
}

export type SettingOrigin = {
  name: string
  value: string
  /** `--url`, `FIQ_URL`, `config url` or `default`. */
  from: string
}

/** Settings stored in a file, by profile. */
export type StoredSettings = {
  path: string
  /** Names of the profiles in the file. */
  profiles(): readonly string[]
  /** The profile that is used by default. */
  current(): string | undefined
  /** Selects the default profile. */
  use(profile: string): Promise<void>
  /** @returns Whether it was created now. */
  create(profile: string): Promise<boolean>
  /** Removes a profile with its settings. */
  remove(profile: string): Promise<void>
  list(profile: string): Readonly<Record<string, string>>
  set(profile: string, name: string, value: string): Promise<void>
  unset(profile: string, name: string): Promise<void>
}

type Inputs = {
  flags: Readonly<Record<string, unknown>>
  env: Readonly<Record<string, string | undefined>>
  stored: Pick<StoredSettings, 'list' | 'current'>
  /** The server that this user runs on this machine. It is used if no other is named. */
  personal?: { url: string; key: string } | undefined
}

/**
 * Resolves the settings. An empty variable counts as not set.
 *
 * @throws FiqError `CONFIGURATION_INVALID` naming the setting and its origin; `INVALID_AMOUNT` for
 * `--max-spend`.
 */
export function resolveSettings({ flags, env, stored, personal }: Inputs): Settings {
  const current = stored.current()
  const used: Readonly<Record<string, string>> = current === undefined ? {} : { profile: current }
  const profile = textOf('profile', { flags, env }, used)?.text ?? 'default'
  const storedValues = stored.list(profile)
  const storedFor = (name: string) =>
    name === 'profile' ? used : isStored(name) ? storedValues : {}
  const chosen = (name: string) => {
    const value = textOf(name, { flags, env }, storedFor(name))
    return name === 'url' && value?.from === 'default' && personal
      ? { text: personal.url, from: 'fiq up' }
      : value
  }
  const keyless = flags['apiKey'] === false
  const price = chosen('max-spend')
  const wallet = chosen('wallet')?.text
  const url = checkUrl(chosen('url')!)
  // Applies wherever the address comes from, because that server accepts no other key.
  const isPersonal = url === personal?.url
  const apiKey = isPersonal ? personal.key : keyless ? undefined : checkKey(chosen('api-key'))
  return {
    url,
    profile,
    apiKey,
    ...defined({ isPersonal: isPersonal || undefined, keyless: keyless || undefined }),
    maxPrice: price && checkAmount(price),
    ...defined({
      maxPriceApproves: price?.from.startsWith('--') ? (true as const) : undefined,
      payWith: checkPayWith(chosen('pay-with')!) === 'wallet' ? ('wallet' as const) : undefined,
    }),
    yes: flags['yes'] === true,
    ...defined({
      trust: typeof flags['trust'] === 'string' ? originOf(flags['trust']) : undefined,
    }),
    dryRun: flags['dryRun'] === true,
    ...defined({ wallet }),
    origins: settingKeys.flatMap(({ name }) => {
      const value = chosen(name)
      return value
        ? [{ name, value: name === 'api-key' ? '(set)' : value.text, from: value.from }]
        : []
    }),
  }
}

/** The origin of an address to trust. @throws FiqError `CONFIGURATION_INVALID`. */
export function originOf(text: string): string {
  return new URL(checkUrl({ text, from: '--trust' })).origin
}

function isStored(name: string): boolean {
  return settingKeys.some((key) => key.name === name && key.stored)
}

/**
 * Checks a value before it is stored.
 *
 * @throws FiqError `CONFIGURATION_INVALID`
 */
export function checkSetting(name: string, text: string): string {
  const value = { text, from: `config ${name}` }
  if (name === 'url') return checkUrl(value)
  if (name === 'max-spend') checkAmount(value)
  if (name === 'pay-with') checkPayWith(value)
  if (name === 'wallet' && !/^[\w.-]{1,64}$/.test(text)) throw invalid(value, 'is not a name')
  return text
}

type Value = { text: string; from: string }

function textOf(
  name: string,
  { flags, env }: Pick<Inputs, 'flags' | 'env'>,
  storedValues: Readonly<Record<string, string>>,
): Value | undefined {
  const key = settingKeys.find((candidate) => candidate.name === name)!
  const flag = key.flag === undefined ? undefined : flags[key.flag]
  const old = key.oldFlag === undefined ? undefined : flags[key.oldFlag]
  if (typeof flag === 'string' && typeof old === 'string' && flag !== old)
    throw twice(key, flag, old)
  if (typeof flag === 'string') return { text: flag, from: `--${key.name}` }
  if (typeof old === 'string') return { text: old, from: `--${key.oldName}` }
  const variable = key.variable === undefined ? undefined : env[key.variable]
  if (variable) return { text: variable, from: key.variable! }
  const earlier = key.oldVariable === undefined ? undefined : env[key.oldVariable]
  if (earlier) return { text: earlier, from: key.oldVariable! }
  if (storedValues[name] !== undefined) return { text: storedValues[name], from: `config ${name}` }
  return key.default === undefined ? undefined : { text: key.default, from: 'default' }
}

/** Refuses one cap under two names, because the intended one is unclear. */
function twice({ name, oldName }: SettingKey, flag: string, old: string): FiqError {
  return new FiqError('USAGE', `--${name} and --${oldName} are the same option.`, {
    facts: [
      `--${name}: ${flag.slice(0, 40)}`,
      `--${oldName} is the old name; its value: ${old.slice(0, 40)}`,
    ],
    remedy: `Use only --${name}.`,
  })
}

function checkUrl(value: Value): string {
  const url = URL.canParse(value.text) ? new URL(value.text) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw invalid(value, 'is not an http or https address')
  if (url.username || url.password || url.search || url.hash)
    throw invalid(value, 'may contain only a host and a path')
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    throw invalid(value, 'must be https: plain http is for this machine only')
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** Checks that a header can contain the key, before the socket would refuse it. */
function checkKey(value: Value | undefined): string | undefined {
  if (!value || /^[\x21-\x7e]{1,512}$/.test(value.text)) return value?.text
  throw new FiqError(
    'CONFIGURATION_INVALID',
    `The API key in ${value.from} contains characters that are not allowed.`,
  )
}

function checkPayWith(value: Value): string {
  if (value.text === 'credits' || value.text === 'wallet') return value.text
  throw invalid(value, 'is neither credits nor wallet')
}

function checkAmount(value: Value): bigint {
  try {
    return parseUsdc(value.text)
  } catch (cause) {
    // A flag is part of this command line. A variable or a file is part of the machine's
    // configuration.
    const code = value.from.startsWith('--') ? 'INVALID_AMOUNT' : 'CONFIGURATION_INVALID'
    throw invalid(value, 'is not an amount of USDC such as 0.05', { code, cause })
  }
}

function invalid(
  { text, from }: Value,
  problem: string,
  { code = 'CONFIGURATION_INVALID', cause }: { code?: ErrorCode; cause?: unknown } = {},
): FiqError {
  return new FiqError(code, `"${text.slice(0, 100)}" ${problem}.`, {
    facts: [`Given by: ${from}`],
    cause,
  })
}
