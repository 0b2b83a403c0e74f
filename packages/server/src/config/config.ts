import { answerBudgetMin } from '@fiq/shared/answers/summarise'
import { FiqError } from '@fiq/shared/errors'
import { parseUsdc } from '@fiq/shared/money/usdc'
import * as z from 'zod'
import { personalConfig } from './personal-config.ts'
import { isHttpUrl, isIssuer, isNetwork } from './setting-forms.ts'
import { type Setting, type SettingName, settings } from './settings.ts'

/** All settings of the server, from flags and `FIQ_…` variables. */
export type ServerConfig = {
  /** Serves only the user who runs it, and sells nothing. */
  personal: boolean
  host: string
  /** 0 selects a free port. */
  port: number
  dataDir: string
  upstream: { mode: 'sandbox' } | { mode: 'mirror'; folder: string } | { mode: 'live' }
  /** Handling of a price that is too old for its area: answered and marked, or `DATA_STALE`. */
  stalePrices: 'mark' | 'refuse'
  /**
   * `postgres://…` of the database that instances share. If absent, SQLite in the data folder is
   * used.
   */
  database: string | undefined
  /**
   * `redis://…` of the instances' shared cache and limits. May contain a password: never print it.
   */
  redis: string | undefined
  /** The facilitator: our settler on the embedded chain or over a node, or a remote one. */
  facilitator: { mode: 'devnet' } | { mode: 'local' } | { mode: 'remote'; url: string }
  /** Node of the payment chain. May contain a provider's key: never print it. */
  rpcUrl: string | undefined
  /** File with the key of our settler. */
  settlerKeyFile: string | undefined
  /** Seconds until a settler's transaction that is not mined is replaced. */
  replaceAfter: number
  /** Maximum price of an ether in US dollars, to estimate gas. */
  etherPriceMax: number
  /** Maximum gas of a payment in percent of its amount. */
  gasShareMax: number
  /** Maximum gas per hour in US dollars. */
  gasHourMax: number
  /** Number of settlements. The settler's ether counts as low if it pays for fewer. */
  gasAlarm: number
  /** Maximum data fee of one payment in gwei, if the chain does not report it. */
  dataFeeMax: number
  /** Blocks until a settlement is final. If absent, the node reports finality. */
  finalityDepth: number | undefined
  /** Whether it also settles for other resource servers, under `/facilitator`. */
  serveFacilitator: boolean
  /** `sync` answers after settlement; `async` may answer before it, within `exposureLimit`. */
  settlement: 'sync' | 'async'
  /** Maximum atomic units that one payer may owe for answers already given. */
  exposureLimit: bigint
  /** Maximum atomic units that all wallets without a settled payment may owe together. */
  newWalletExposure: bigint
  /** Maximum megabytes of the database for large answers. */
  largeAnswers: number
  /** Minimum hours during which an answer can be fetched again. */
  keepAnswers: number
  /** Payee. On the devnet the default is a built-in address. */
  payTo: `0x${string}` | undefined
  /** Accepts a `payTo` that differs from the ledger's. */
  changePayTo: boolean
  /** Allows live data on the embedded devnet. */
  playMoney: boolean
  mcpPaymentExtension: boolean
  answerBudget: number
  /** `https://…` at which clients reach the server. If absent, the Host header is used. */
  publicUrl: string | undefined
  /** Requests a minute of each payer and address, and of keys whose plan has no own rate. */
  rateLimit: number
  /** Unpaid requests to live sources per minute that an address may cause. */
  unpaidFetches: number
  /** Client of the identity provider; absent if none is configured. */
  googleClientId: string | undefined
  googleClientSecretFile: string | undefined
  /** The identity provider: `https://…`, or `http://` on this machine. */
  googleIssuer: string
  /** Proxies whose X-Forwarded-For is trusted: by number of hops, by address, or none. */
  trustProxy: false | string[] | ((address: string, hop: number) => boolean)
  /** Requests that still run after this time are aborted; their payments can be resumed. */
  shutdownSeconds: number
  /** Base address of the trace collector. If absent, no traces are made. */
  traces: string | undefined
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
}

/** An empty text counts as absent. */
const httpUrl = z
  .string()
  .refine((text) => text === '' || isHttpUrl(text), 'must be an http:// or https:// address')
  .transform((text) => (text === '' ? undefined : text))

/** A flag without a value arrives as `true`. */
const onOrOff = z.coerce.string().pipe(z.stringbool({ error: 'must be on or off' }))

const nonEmpty = z.string().min(1, 'must not be empty')

/** A whole number in decimal digits. */
function whole(min: number, max: number) {
  const range = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,16}$/, range)
    .transform(Number)
    .refine((number) => number >= min && number <= max, range)
}

/** Parses USDC to atomic units. */
const usdc = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,6})?$/, 'must be an amount of USDC, e.g. 0.5')
  .transform(parseUsdc)

const schema = z.object({
  personal: onOrOff,
  host: nonEmpty,
  port: whole(0, 65_535),
  dataDir: nonEmpty,
  upstream: z.string().transform((text, context): ServerConfig['upstream'] => {
    if (text === 'sandbox' || text === 'live') return { mode: text }
    if (text.startsWith('mirror:') && text.length > 7)
      return { mode: 'mirror', folder: text.slice(7) }
    context.addIssue('must be sandbox, mirror:FOLDER or live')
    return z.NEVER
  }),
  stalePrices: z.enum(['mark', 'refuse'], { error: 'must be mark or refuse' }),
  database: z
    .union([
      z.literal(''),
      z.url({ protocol: /^postgres(ql)?$/, error: 'must be empty or a postgres:// address' }),
    ])
    .transform((text) => (text === '' ? undefined : text)),
  redis: z
    .union([
      z.literal(''),
      z.url({ protocol: /^rediss?$/, error: 'must be empty or a redis:// or rediss:// address' }),
    ])
    .transform((text) => (text === '' ? undefined : text)),
  facilitator: z.string().transform((text, context): ServerConfig['facilitator'] => {
    if (text === 'devnet' || text === 'local') return { mode: text }
    if (isHttpUrl(text)) return { mode: 'remote', url: text.replace(/\/+$/, '') }
    context.addIssue('must be devnet, local or the https:// address of a facilitator')
    return z.NEVER
  }),
  rpcUrl: httpUrl,
  settlerKeyFile: z.string().transform((text) => (text === '' ? undefined : text)),
  replaceAfter: whole(1, 30),
  etherPriceMax: whole(1, 1_000_000),
  gasShareMax: whole(1, 100),
  gasHourMax: whole(1, 1_000_000),
  gasAlarm: whole(1, 1_000_000_000),
  dataFeeMax: whole(0, 1_000_000_000),
  finalityDepth: z
    .string()
    .regex(/^\d{0,6}$/, 'must be empty or a number of blocks, 0 to 999999')
    .transform((text) => (text === '' ? undefined : Number(text))),
  serveFacilitator: onOrOff,
  settlement: z.enum(['sync', 'async'], 'must be sync or async'),
  exposureLimit: usdc,
  newWalletExposure: usdc,
  largeAnswers: whole(512, 1_048_576),
  keepAnswers: whole(24, 8_760),
  payTo: z
    .union([
      z.literal(''),
      z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address, 0x and 40 hex digits'),
    ])
    .transform((text) => (text === '' ? undefined : (text as `0x${string}`))),
  changePayTo: onOrOff,
  playMoney: onOrOff,
  mcpPaymentExtension: onOrOff,
  answerBudget: whole(0, Number.MAX_SAFE_INTEGER).refine(
    (bytes) => bytes === 0 || bytes >= answerBudgetMin,
    `must be 0 or at least ${answerBudgetMin}`,
  ),
  publicUrl: z
    .union([
      z.literal(''),
      z.url({ protocol: /^https?$/, error: 'must be empty or an https:// address' }),
    ])
    .transform((text) => (text === '' ? undefined : text.replace(/\/$/, ''))),
  unpaidFetches: whole(1, 1_000_000),
  rateLimit: whole(1, 1_000_000_000),
  googleClientId: z.string().transform((text) => (text === '' ? undefined : text)),
  googleClientSecretFile: z.string().transform((text) => (text === '' ? undefined : text)),
  googleIssuer: z.string().refine(isIssuer, 'must be the https:// address of a provider'),
  trustProxy: z.string().transform((text, context): ServerConfig['trustProxy'] => {
    if (text === '') return false
    if (/^[1-9]$/.test(text)) return (_, hop) => hop < Number(text)
    const addresses = text.split(',').map((address) => address.trim())
    if (addresses.every((address) => isNetwork(address))) return addresses
    context.addIssue('must be a number of hops, 1 to 9, or addresses by comma, e.g. 10.0.0.0/8')
    return z.NEVER
  }),
  shutdownSeconds: whole(0, 3_600),
  traces: httpUrl.transform((text) => text?.replace(/\/+$/, '')),
  logLevel: z.enum(['silent', 'error', 'warn', 'info', 'debug'], {
    error: 'must be silent, error, warn, info or debug',
  }),
})

/**
 * Reads the settings: a flag takes precedence over its variable, and the variable over the default.
 *
 * @throws FiqError `CONFIGURATION_INVALID` naming the flag and the variable.
 */
export function readConfig(
  flags: Readonly<Partial<Record<SettingName, string>>>,
  environment: Readonly<Record<string, string | undefined>>,
): ServerConfig {
  const names = Object.keys(settings) as SettingName[]
  const givenText = (name: SettingName) => flags[name] ?? textOf(settings[name], environment)
  const texts = Object.fromEntries(
    names.map((name) => [name, givenText(name) ?? settings[name].default]),
  )
  const parsed = schema.safeParse(texts)
  if (parsed.success && parsed.data.personal)
    return personalConfig(
      parsed.data,
      (name) => (flags[name] ?? environment[settings[name].variable]) !== undefined,
      environment,
    )
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]!
  const name = issue.path[0] as SettingName
  const { flag, variable } = settings[name]
  throw new FiqError(
    'CONFIGURATION_INVALID',
    `${flag.split(' ')[0]} ${issue.message}; it is "${withoutSecrets(name, texts[name] ?? '')}".`,
    { remedy: `Correct ${flag.split(' ')[0]} or ${variable}.` },
  )
}

function textOf(
  { variable, alias = variable }: Setting,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return environment[variable] ?? environment[alias]
}

/** Removes passwords, and keys in the paths of node addresses. */
function withoutSecrets(name: SettingName, text: string): string {
  const shown = String(text).replace(/\/\/.*@/, '//…@')
  if (name === 'redis') return shown.replace(/\?.*$/, '')
  return name === 'rpcUrl' ? shown.replace(/^(\w+:\/\/[^/?]+).*$/, '$1/…') : shown
}
