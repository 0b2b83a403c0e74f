import { layers } from './layers.ts'

type Package = keyof typeof layers

/** Contents of a top-level folder, in at most 45 characters. */
const purposes: Readonly<Record<Package, Readonly<Record<string, string>>>> = {
  server: {
    '.': 'main.ts: reads the environment',
    compose: 'builds the parts and connects them',
    commands: 'command line of the operator',
    browser: 'code that runs in browsers',
    http: 'routes: GraphQL, tools, MCP, accounts, admin',
    observability: 'metrics, traces, readiness, overload',
    payments: 'the money path: claim, settle, answer',
    'rate-limit': 'limits of requests, work and fetches',
    credits: 'debits and refunds of prepaid credits',
    accounts: 'organisations, API keys, sign-in',
    settlement: 'verifies payments and sends them to the chain',
    storage: 'tables, queries, migrations, drivers',
    execution: 'schema assembly and the plan executor',
    connectors: 'one folder a data area',
    sources: 'upstreams that several areas share',
    'imported-files': 'data that the operator imported',
    upstreams: 'transports: live, mirror, sandbox, recorded',
    devnet: 'the embedded chain',
    names: 'matching of names, for sanctions and search',
    'market-clock': 'sessions and holidays of exchanges',
    redis: 'the connection to Redis or Valkey',
    config: 'settings: flags, variables, defaults',
    scheduling: 'timers and turns of the event loop',
  },
  cli: {
    '.': 'fiq.ts: reads the process',
    commands: 'one folder a command',
    'command-line': 'options, help, output of every command',
    compose: 'builds the parts and connects them',
    bars: 'price bars: indicators, zones of exchanges',
    doctor: 'checks of this installation',
    proxy: 'local proxy for programs that cannot pay',
    query: 'sends a query and reads its answer',
    payment: 'checks, approves, signs, journals',
    wallet: 'keys: create, unlock, sign',
    account: 'sign-in and API keys',
    personal: "starts and ends the user's own server",
    http: 'requests to the server',
    lists: "the user's lists of tickers and lots",
    terminal: 'tables, charts, prompts',
    config: 'settings and profiles',
    built: 'entry of the built program',
  },
  shared: {
    'agent-tools': 'extra tools for newer versions of MCP',
    mcp: 'messages of MCP',
    answers: 'answers as tables, summaries and pages',
    pricing: 'plan and price of an operation',
    payment: 'header codecs and types of x402',
    catalog: 'the sixteen tools',
    schema: 'generated: schema text and tariff',
    indicators: 'technical indicators over bars',
    money: 'USDC amounts, exact',
    spelling: 'suggestions for misspelt names',
    files: 'folders to create, files that cannot be used',
    '.': 'errors and bounds',
    'error-codes': 'the table of errors',
    bounds: 'parts of the table of bounds',
  },
}

const titles: Readonly<Record<Package, string>> = {
  server: 'packages/server/src',
  cli: 'packages/cli/src',
  shared: 'packages/shared/src',
}

/**
 * Draws one box for each package with its top-level folders, from top to bottom in the order of
 * `layers`. A folder that occurs twice, because a part of it is lower, is drawn at its first place.
 *
 * @throws Error for a folder without a purpose.
 */
export function layersDrawing(): string {
  const [server, cli, shared] = packages.map(boxOf)
  const none = ' '.repeat(server![0]!.length)
  const height = Math.max(server!.length, cli!.length)
  const beside = Array.from({ length: height }, (_, at) =>
    `${server![at] ?? none}  ${cli![at] ?? ''}`.trimEnd(),
  )
  const arrow = ['  │ imports', '  ▼']
  return ['```text', ...beside, ...arrow, ...shared!, '```'].join('\n')
}

const packages = ['server', 'cli', 'shared'] as const

function boxOf(name: Package): string[] {
  const folders = [...new Set(layers[name].map((entry) => entry.split('/')[0]!))]
  const nameWidth = Math.max(...folders.map(({ length }) => length))
  const rows = folders.map((folder) => `${folder.padEnd(nameWidth)}  ${purposeOf(name, folder)}`)
  const width = Math.max(...rows.map(({ length }) => length), titles[name].length)
  return [
    `┌ ${titles[name]} ${'─'.repeat(width - titles[name].length)}┐`,
    ...rows.map((row) => `│ ${row.padEnd(width)} │`),
    `└${'─'.repeat(width + 2)}┘`,
  ]
}

function purposeOf(name: Package, folder: string): string {
  const purpose = purposes[name][folder]
  if (purpose) return purpose
  throw new Error(`scripts/layers-drawing.ts has no purpose for ${titles[name]}/${folder}.`)
}
