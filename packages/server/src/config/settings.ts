import { bounds } from '@fiq/shared/bounds'
import { answerSettings } from './answer-settings.ts'
import { facilitatorHelp } from './facilitator-kinds.ts'
import { signInSettings } from './sign-in-providers.ts'

/** One setting: flag, variable, default and help, for the command line and for the docs. */
export type Setting = {
  flag: string
  variable: string
  /** The variable's name on hosting platforms. Our own name takes precedence. */
  alias?: string
  default: string
  help: string
}

export const settings = {
  personal: {
    flag: '--personal',
    variable: 'FIQ_PERSONAL',
    default: 'off',
    help: 'serve only the person who runs it, on this machine: real data, nothing is sold; on or off',
  },
  host: {
    flag: '--host <address>',
    variable: 'FIQ_HOST',
    default: '127.0.0.1',
    help: 'address to listen on',
  },
  port: {
    flag: '--port <number>',
    variable: 'FIQ_PORT',
    default: '4020',
    help: 'port to listen on; 0 selects a free one; 4022 with --personal',
  },
  dataDir: {
    flag: '--data-dir <folder>',
    variable: 'FIQ_DATA_DIR',
    default: '.fiq',
    help: 'folder of the payment record, the devnet and imported data; with --personal, below the state folder of fiq',
  },
  database: {
    flag: '--database <url>',
    variable: 'FIQ_DATABASE',
    alias: 'DATABASE_URL',
    default: '',
    help: 'postgres://… for several instances, also DATABASE_URL; if empty, SQLite in the data folder',
  },
  redis: {
    flag: '--redis <url>',
    variable: 'FIQ_REDIS',
    alias: 'REDIS_URL',
    default: '',
    help: 'redis://… of a Redis or Valkey server, also REDIS_URL: instances share limits and answers of sources through it',
  },
  upstream: {
    flag: '--upstream <source>',
    variable: 'FIQ_UPSTREAM',
    default: 'sandbox',
    help: 'sandbox, mirror:FOLDER or live; live with --personal',
  },
  stalePrices: {
    flag: '--stale-prices <how>',
    variable: 'FIQ_STALE_PRICES',
    default: 'mark',
    help: 'prices older than their area allows: mark or refuse (DATA_STALE)',
  },
  facilitator: {
    flag: '--facilitator <kind>',
    variable: 'FIQ_FACILITATOR',
    default: 'devnet',
    help: facilitatorHelp,
  },
  rpcUrl: {
    flag: '--rpc-url <url>',
    variable: 'FIQ_RPC_URL',
    default: '',
    help: 'node of Base: local settles through it; results of a remote facilitator are checked with it',
  },
  settlerKeyFile: {
    flag: '--settler-key-file <file>',
    variable: 'FIQ_SETTLER_KEY_FILE',
    default: '',
    help: 'file with the private key of the local settler, readable by its owner only',
  },
  replaceAfter: {
    flag: '--replace-after <seconds>',
    variable: 'FIQ_REPLACE_AFTER',
    default: '10',
    help: 'local: seconds until a transaction that is not mined is replaced with a higher fee; 1 to 30',
  },
  etherPriceMax: {
    flag: '--ether-price-max <usd>',
    variable: 'FIQ_ETHER_PRICE_MAX',
    default: '5000',
    help: 'local: highest price of an ether in US dollars; the cost of gas is computed with it',
  },
  gasShareMax: {
    flag: '--gas-share-max <percent>',
    variable: 'FIQ_GAS_SHARE_MAX',
    default: '50',
    help: 'local: percent of an amount that its gas may cost; above it the payment waits and is then refused before it is claimed',
  },
  gasHourMax: {
    flag: '--gas-hour-max <usd>',
    variable: 'FIQ_GAS_HOUR_MAX',
    default: '25',
    help: 'local: US dollars that gas may cost in any sixty minutes, all instances together; above it new payments are refused before they are claimed',
  },
  gasAlarm: {
    flag: '--gas-alarm <settlements>',
    variable: 'FIQ_GAS_ALARM',
    default: '1000',
    help: "local: warn if the settler's ether pays for fewer settlements than this at the current fee",
  },
  dataFeeMax: {
    flag: '--data-fee-max <gwei>',
    variable: 'FIQ_DATA_FEE_MAX',
    default: '100',
    help: 'local: assumed L1 data fee of one payment in gwei, if the chain does not report it',
  },
  finalityDepth: {
    flag: '--finality-depth <blocks>',
    variable: 'FIQ_FINALITY_DEPTH',
    default: '',
    help: 'blocks until a settlement is final; if empty, the finalized block of the node, or 900 blocks if it has none; 0 on the embedded devnet',
  },
  serveFacilitator: {
    flag: '--serve-facilitator',
    variable: 'FIQ_SERVE_FACILITATOR',
    default: 'off',
    help: 'also settle for other resource servers, at /facilitator; on or off',
  },
  settlement: {
    flag: '--settlement <when>',
    variable: 'FIQ_SETTLEMENT',
    default: 'sync',
    help: 'sync: answer after the payment settled; async: answer at once and settle later',
  },
  exposureLimit: {
    flag: '--exposure-limit <usdc>',
    variable: 'FIQ_EXPOSURE_LIMIT',
    default: '1',
    help: 'async: USDC of answers that one payer may receive before its payments settle; never more than it has paid before',
  },
  newWalletExposure: {
    flag: '--new-wallet-exposure <usdc>',
    variable: 'FIQ_NEW_WALLET_EXPOSURE',
    default: '0',
    help: 'async: USDC of answers that all wallets without a settled payment together may receive before theirs settle; 0: their first payment settles before its answer',
  },
  ...answerSettings,
  payTo: {
    flag: '--pay-to <address>',
    variable: 'FIQ_PAY_TO',
    default: '',
    help: 'address that receives the payments; required, except on the devnet',
  },
  changePayTo: {
    flag: '--change-pay-to',
    variable: 'FIQ_CHANGE_PAY_TO',
    default: 'off',
    help: 'accept a --pay-to that differs from the stored one; on or off. Earlier payments keep theirs',
  },
  playMoney: {
    flag: '--play-money',
    variable: 'FIQ_PLAY_MONEY',
    default: 'off',
    help: 'allow --upstream live on the embedded devnet, where anyone can mint money; on or off',
  },
  publicUrl: {
    flag: '--public-url <url>',
    variable: 'FIQ_PUBLIC_URL',
    default: '',
    help: 'URL by which clients reach the server; if empty, the Host header',
  },
  rateLimit: {
    flag: '--rate-limit <number>',
    variable: 'FIQ_RATE_LIMIT',
    default: String(bounds.requestsPerMinuteMax),
    help: 'requests a minute for each payer, address and key',
  },
  unpaidFetches: {
    flag: '--unpaid-fetches <number>',
    variable: 'FIQ_UNPAID_FETCHES',
    default: String(bounds.unpaidFetchesPerMinuteMax),
    help: 'unpaid requests a minute to live sources, and checks of wallet contracts, for each address; more are refused with 429',
  },
  ...signInSettings,
  trustProxy: {
    flag: '--trust-proxy <proxies>',
    variable: 'FIQ_TRUST_PROXY',
    default: '',
    help: 'trusted proxies (X-Forwarded-For): a number of hops, or addresses separated by commas',
  },
  shutdownSeconds: {
    flag: '--shutdown-seconds <number>',
    variable: 'FIQ_SHUTDOWN_SECONDS',
    default: '30',
    help: 'seconds that requests in flight get when the server stops',
  },
  traces: {
    flag: '--traces <url>',
    variable: 'FIQ_TRACES',
    alias: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: '',
    help: 'OpenTelemetry collector for traces (OTLP over HTTP), also OTEL_EXPORTER_OTLP_ENDPOINT; if empty, no traces',
  },
  logLevel: {
    flag: '--log-level <level>',
    variable: 'FIQ_LOG_LEVEL',
    default: 'info',
    help: 'silent, error, warn, info or debug; logs go to stderr',
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settings
