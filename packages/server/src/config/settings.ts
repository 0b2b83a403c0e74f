import { bounds } from '@fiq/shared/bounds'

/** One setting: flag, variable, default and help, for the command line and for the docs. */
export type Setting = {
  flag: string
  variable: string
  /** A name that hosting platforms give the variable; ours wins. */
  alias?: string
  default: string
  help: string
}

export const settings = {
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
    help: 'port to listen on; 0 picks a free one',
  },
  dataDir: {
    flag: '--data-dir <folder>',
    variable: 'FIQ_DATA_DIR',
    default: '.fiq',
    help: 'folder of the payment record, the devnet and imported data',
  },
  database: {
    flag: '--database <url>',
    variable: 'FIQ_DATABASE',
    alias: 'DATABASE_URL',
    default: '',
    help: 'postgres://… for several instances, also DATABASE_URL; SQLite in the data folder when empty',
  },
  redis: {
    flag: '--redis <url>',
    variable: 'FIQ_REDIS',
    alias: 'REDIS_URL',
    default: '',
    help: 'redis://… of a Redis or Valkey, also REDIS_URL: limits and answers of sources that instances share',
  },
  upstream: {
    flag: '--upstream <source>',
    variable: 'FIQ_UPSTREAM',
    default: 'sandbox',
    help: 'sandbox, mirror:FOLDER or live',
  },
  stalePrices: {
    flag: '--stale-prices <how>',
    variable: 'FIQ_STALE_PRICES',
    default: 'mark',
    help: 'prices older than their area allows: mark them, or refuse them as DATA_STALE',
  },
  facilitator: {
    flag: '--facilitator <kind>',
    variable: 'FIQ_FACILITATOR',
    default: 'devnet',
    help: 'devnet, local (our settler, over --rpc-url) or https://… of another x402 facilitator',
  },
  rpcUrl: {
    flag: '--rpc-url <url>',
    variable: 'FIQ_RPC_URL',
    default: '',
    help: 'node of Base; settles with local, checks what another facilitator says',
  },
  settlerKeyFile: {
    flag: '--settler-key-file <file>',
    variable: 'FIQ_SETTLER_KEY_FILE',
    default: '',
    help: 'file with the private key of the local settler, readable by its owner alone',
  },
  replaceAfter: {
    flag: '--replace-after <seconds>',
    variable: 'FIQ_REPLACE_AFTER',
    default: '10',
    help: 'local: replace a transaction that is not mined after so long by one that offers more; 1 to 30',
  },
  etherPriceMax: {
    flag: '--ether-price-max <usd>',
    variable: 'FIQ_ETHER_PRICE_MAX',
    default: '5000',
    help: 'local: US dollars that an ether costs at most; gas is counted at this price',
  },
  gasShareMax: {
    flag: '--gas-share-max <percent>',
    variable: 'FIQ_GAS_SHARE_MAX',
    default: '50',
    help: 'local: percent of an amount that its gas may cost; above it the payment waits, then is refused unclaimed',
  },
  gasHourMax: {
    flag: '--gas-hour-max <usd>',
    variable: 'FIQ_GAS_HOUR_MAX',
    default: '25',
    help: 'local: US dollars that gas may cost in any sixty minutes, of all instances; above it new payments are refused unclaimed',
  },
  gasAlarm: {
    flag: '--gas-alarm <settlements>',
    variable: 'FIQ_GAS_ALARM',
    default: '1000',
    help: "local: warn when the settler's ether pays for fewer settlements than this at the current fee",
  },
  dataFeeMax: {
    flag: '--data-fee-max <gwei>',
    variable: 'FIQ_DATA_FEE_MAX',
    default: '100',
    help: 'local: gwei that the data of one payment is counted at where the chain does not name its L1 data fee',
  },
  finalityDepth: {
    flag: '--finality-depth <blocks>',
    variable: 'FIQ_FINALITY_DEPTH',
    default: '',
    help: 'blocks until a settlement is final; when empty, the finalized block of the node, 900 where it has none, and 0 on the embedded devnet',
  },
  serveFacilitator: {
    flag: '--serve-facilitator',
    variable: 'FIQ_SERVE_FACILITATOR',
    default: 'off',
    help: 'settle for other resource servers too, at /facilitator; on or off',
  },
  settlement: {
    flag: '--settlement <when>',
    variable: 'FIQ_SETTLEMENT',
    default: 'sync',
    help: 'sync answers when the payment has settled; async at once, and settles afterwards',
  },
  exposureLimit: {
    flag: '--exposure-limit <usdc>',
    variable: 'FIQ_EXPOSURE_LIMIT',
    default: '1',
    help: 'async: USDC that a payer may have been answered and not have paid, and never more than it has paid before',
  },
  newWalletExposure: {
    flag: '--new-wallet-exposure <usdc>',
    variable: 'FIQ_NEW_WALLET_EXPOSURE',
    default: '0',
    help: 'async: USDC that all wallets without a settled payment here, taken together, may have been answered and not have paid; 0 settles their first payment before it is answered',
  },
  largeAnswers: {
    flag: '--large-answers <megabytes>',
    variable: 'FIQ_LARGE_ANSWERS',
    default: '4096',
    help: 'room in the database for answers above 1 MiB, compressed, while they may be asked for again; without room a large answer is not sold',
  },
  keepAnswers: {
    flag: '--keep-answers <hours>',
    variable: 'FIQ_KEEP_ANSWERS',
    default: '24',
    help: 'time that an answer may be asked for again with the payment that bought it; longer while the payment is valid',
  },
  payTo: {
    flag: '--pay-to <address>',
    variable: 'FIQ_PAY_TO',
    default: '',
    help: 'address that is paid; the devnet has one of its own, elsewhere it is needed',
  },
  changePayTo: {
    flag: '--change-pay-to',
    variable: 'FIQ_CHANGE_PAY_TO',
    default: 'off',
    help: 'accept a --pay-to that differs from the one the ledger holds; on or off. Earlier payments keep theirs',
  },
  playMoney: {
    flag: '--play-money',
    variable: 'FIQ_PLAY_MONEY',
    default: 'off',
    help: 'allow --upstream live on the embedded devnet, where anybody can mint money; on or off',
  },
  publicUrl: {
    flag: '--public-url <url>',
    variable: 'FIQ_PUBLIC_URL',
    default: '',
    help: 'address under which clients reach the server; the Host header when empty',
  },
  rateLimit: {
    flag: '--rate-limit <number>',
    variable: 'FIQ_RATE_LIMIT',
    default: String(bounds.requestsPerMinuteMax),
    help: 'requests a minute of each payer, address and key',
  },
  unpaidFetches: {
    flag: '--unpaid-fetches <number>',
    variable: 'FIQ_UNPAID_FETCHES',
    default: String(bounds.unpaidFetchesPerMinuteMax),
    help: 'requests a minute to live sources that each address may cause before it pays; more are refused with 429',
  },
  googleClientId: {
    flag: '--google-client-id <id>',
    variable: 'FIQ_GOOGLE_CLIENT_ID',
    default: '',
    help: 'client of /auth/google, registered for PUBLIC_URL/auth/google/callback; no such sign-in when empty',
  },
  googleClientSecretFile: {
    flag: '--google-client-secret-file <file>',
    variable: 'FIQ_GOOGLE_CLIENT_SECRET_FILE',
    default: '',
    help: 'file with its secret; or the secret itself in FIQ_GOOGLE_CLIENT_SECRET',
  },
  googleIssuer: {
    flag: '--google-issuer <url>',
    variable: 'FIQ_GOOGLE_ISSUER',
    default: 'https://accounts.google.com',
    help: 'another OpenID Connect provider in its place',
  },
  trustProxy: {
    flag: '--trust-proxy <proxies>',
    variable: 'FIQ_TRUST_PROXY',
    default: '',
    help: 'proxies whose X-Forwarded-For is believed: a number of hops, or addresses by comma',
  },
  shutdownSeconds: {
    flag: '--shutdown-seconds <number>',
    variable: 'FIQ_SHUTDOWN_SECONDS',
    default: '30',
    help: 'time that requests under way have to end when the server is told to stop',
  },
  traces: {
    flag: '--traces <url>',
    variable: 'FIQ_TRACES',
    alias: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: '',
    help: 'OpenTelemetry collector that traces of requests are sent to by OTLP over HTTP, also OTEL_EXPORTER_OTLP_ENDPOINT; none when empty',
  },
  logLevel: {
    flag: '--log-level <level>',
    variable: 'FIQ_LOG_LEVEL',
    default: 'info',
    help: 'silent, error, warn, info or debug; logs go to stderr',
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settings
