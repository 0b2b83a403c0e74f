import { isIP } from 'node:net'
import { answerBudgetMin } from '@fiq/shared/answers/summarise'
import { FiqError } from '@fiq/shared/errors'
import { parseUsdc } from '@fiq/shared/money/usdc'
import { orNames } from '@fiq/shared/spelling/name-list'
import * as z from 'zod'
import { type FacilitatorKind, facilitatorKinds, isFacilitatorKind } from './facilitator-kinds.ts'
import { personalConfig } from './personal-config.ts'
import { type Setting, type SettingName, settings } from './settings.ts'
import { signInShape } from './sign-in-providers.ts'

const orAbsent = (text: string) => (text === '' ? undefined : text)

/** An empty text counts as absent. */
const httpUrl = z
  .string()
  .refine((text) => text === '' || isHttpUrl(text), 'must be an http:// or https:// address')
  .transform(orAbsent)

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

type UpstreamChoice = { mode: 'sandbox' } | { mode: 'mirror'; folder: string } | { mode: 'live' }
type FacilitatorChoice = { mode: FacilitatorKind } | { mode: 'remote'; url: string }
type TrustedProxies = false | string[] | ((address: string, hop: number) => boolean)

/** Each setting: how its text is read, and the value that the server uses. */
const schema = z.object({
  /** Serves only the user who runs it, and sells nothing. */
  personal: onOrOff,
  host: nonEmpty,
  /** 0 selects a free port. */
  port: whole(0, 65_535),
  dataDir: nonEmpty,
  upstream: z.string().transform((text, context): UpstreamChoice => {
    if (text === 'sandbox' || text === 'live') return { mode: text }
    if (text.startsWith('mirror:') && text.length > 7)
      return { mode: 'mirror', folder: text.slice(7) }
    context.addIssue('must be sandbox, mirror:FOLDER or live')
    return z.NEVER
  }),
  /** Handling of a price that is too old for its area: answered and marked, or `DATA_STALE`. */
  stalePrices: z.enum(['mark', 'refuse'], { error: 'must be mark or refuse' }),
  /**
   * `postgres://…` of the database that instances share. If absent, SQLite in the data folder is
   * used.
   */
  database: z
    .union([
      z.literal(''),
      z.url({ protocol: /^postgres(ql)?$/, error: 'must be empty or a postgres:// address' }),
    ])
    .transform(orAbsent),
  /**
   * `redis://…` of the instances' shared cache and limits. May contain a password: never print it.
   */
  redis: z
    .union([
      z.literal(''),
      z.url({ protocol: /^rediss?$/, error: 'must be empty or a redis:// or rediss:// address' }),
    ])
    .transform(orAbsent),
  /** The facilitator: our settler on the embedded chain or over a node, or a remote one. */
  facilitator: z.string().transform((text, context): FacilitatorChoice => {
    if (isFacilitatorKind(text)) return { mode: text }
    if (isHttpUrl(text)) return { mode: 'remote', url: text.replace(/\/+$/, '') }
    const kinds = [...Object.keys(facilitatorKinds), 'the https:// address of a facilitator']
    context.addIssue(`must be ${orNames(kinds)}`)
    return z.NEVER
  }),
  /** Node of the payment chain. May contain a provider's key: never print it. */
  rpcUrl: httpUrl,
  /** File with the key of our settler. */
  settlerKeyFile: z.string().transform(orAbsent),
  /** Seconds until a settler's transaction that is not mined is replaced. */
  replaceAfter: whole(1, 30),
  /** Maximum price of an ether in US dollars, to estimate gas. */
  etherPriceMax: whole(1, 1_000_000),
  /** Maximum gas of a payment in percent of its amount. */
  gasShareMax: whole(1, 100),
  /** Maximum gas per hour in US dollars. */
  gasHourMax: whole(1, 1_000_000),
  /** Number of settlements. The settler's ether counts as low if it pays for fewer. */
  gasAlarm: whole(1, 1_000_000_000),
  /** Maximum data fee of one payment in gwei, if the chain does not report it. */
  dataFeeMax: whole(0, 1_000_000_000),
  /** Blocks until a settlement is final. If absent, the node reports finality. */
  finalityDepth: z
    .string()
    .regex(/^\d{0,6}$/, 'must be empty or a number of blocks, 0 to 999999')
    .transform((text) => (text === '' ? undefined : Number(text))),
  /** Whether it also settles for other resource servers, under `/facilitator`. */
  serveFacilitator: onOrOff,
  /** `sync` answers after settlement; `async` may answer before it, within `exposureLimit`. */
  settlement: z.enum(['sync', 'async'], 'must be sync or async'),
  /** Maximum atomic units that one payer may owe for answers already given. */
  exposureLimit: usdc,
  /** Maximum atomic units that all wallets without a settled payment may owe together. */
  newWalletExposure: usdc,
  /** Maximum megabytes of the database for large answers. */
  largeAnswers: whole(512, 1_048_576),
  /** Minimum hours during which an answer can be fetched again. */
  keepAnswers: whole(24, 8_760),
  /** Payee. On the devnet the default is a built-in address. */
  payTo: z
    .union([
      z.literal(''),
      z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address, 0x and 40 hex digits'),
    ])
    .transform((text) => (text === '' ? undefined : (text as `0x${string}`))),
  /** Accepts a `payTo` that differs from the ledger's. */
  changePayTo: onOrOff,
  /** Allows live data on the embedded devnet. */
  playMoney: onOrOff,
  mcpPaymentExtension: onOrOff,
  answerBudget: whole(0, Number.MAX_SAFE_INTEGER).refine(
    (bytes) => bytes === 0 || bytes >= answerBudgetMin,
    `must be 0 or at least ${answerBudgetMin}`,
  ),
  /** `https://…` at which clients reach the server. If absent, the Host header is used. */
  publicUrl: z
    .union([
      z.literal(''),
      z.url({ protocol: /^https?$/, error: 'must be empty or an https:// address' }),
    ])
    .transform((text) => (text === '' ? undefined : text.replace(/\/$/, ''))),
  /** Unpaid requests to live sources per minute that an address may cause. */
  unpaidFetches: whole(1, 1_000_000),
  /** Requests a minute of each payer and address, and of keys whose plan has no own rate. */
  rateLimit: whole(1, 1_000_000_000),
  ...signInShape,
  /** Proxies whose X-Forwarded-For is trusted: by number of hops, by address, or none. */
  trustProxy: z.string().transform((text, context): TrustedProxies => {
    if (text === '') return false
    if (/^[1-9]$/.test(text)) return (_, hop) => hop < Number(text)
    const addresses = text.split(',').map((address) => address.trim())
    if (addresses.every((address) => isNetwork(address))) return addresses
    context.addIssue('must be a number of hops, 1 to 9, or addresses by comma, e.g. 10.0.0.0/8')
    return z.NEVER
  }),
  /** Requests that still run after this time are aborted; their payments can be resumed. */
  shutdownSeconds: whole(0, 3_600),
  /** Base address of the trace collector. If absent, no traces are made. */
  traces: httpUrl.transform((text) => text?.replace(/\/+$/, '')),
  logLevel: z.enum(['silent', 'error', 'warn', 'info', 'debug'], {
    error: 'must be silent, error, warn, info or debug',
  }),
})

/** All settings of the server, from flags and `FIQ_…` variables. */
export type ServerConfig = z.output<typeof schema>

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

/** Whether a text is an absolute http or https address. */
export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Whether a text is an IP address, or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
