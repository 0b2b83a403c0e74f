import type { OptionDeclaration } from './declaration.ts'

/** Options of every command. They may precede or follow its own words. */
export const globalOptions: readonly OptionDeclaration[] = [
  { flags: '--table', description: 'print the table or chart, even in a pipe' },
  {
    flags: '--columns [fields]',
    description: 'show only these columns; +field adds one; without a value, list them',
  },
  {
    flags: '--json [fields]',
    description:
      'print these fields as JSON, or all of them; without a value on a terminal, list the fields',
  },
  {
    flags: '--jq <filter>',
    description: 'print JSON after a jq filter; texts without quotation marks',
  },
  { flags: '--csv [fields]', description: 'comma-separated values with a header' },
  {
    flags: '--no-csv-guard',
    description: 'print formulas in CSV unchanged, without an apostrophe',
  },
  { flags: '--ndjson [fields]', description: 'one JSON value per line' },
  { flags: '--plain [fields]', description: 'tab-separated values with a header, no colour' },
  {
    flags: '--max-spend <usdc>',
    description: 'maximum that this command may pay in total (FIQ_MAX_SPEND)',
  },
  { flags: '-y, --yes', description: 'approve the price without a prompt, within the budget' },
  { flags: '--dry-run', description: 'show the price and stop' },
  { flags: '--trust <origin>', description: 'accept the payee of this server although it is new' },
  { flags: '--sources', description: 'list every source below the data' },
  { flags: '--utc', description: 'show times in UTC' },
  { flags: '--no-pager', description: 'print long output without a pager' },
  { flags: '-q, --quiet', description: 'print no notes on stderr, only warnings and errors' },
  { flags: '--no-color', description: 'print without colour (NO_COLOR)' },
  {
    flags: '--screen-reader',
    description: 'print words instead of charts (INK_SCREEN_READER)',
  },
  { flags: '--url <address>', description: 'address of the server (FIQ_URL)' },
  { flags: '--api-key <key>', description: 'API key; FIQ_API_KEY is safer' },
  { flags: '--no-api-key', description: 'pay for each query, even when signed in' },
  {
    flags: '--profile <name>',
    description: 'named set of settings (FIQ_PROFILE)',
    completes: 'profiles',
  },
  { flags: '--wallet <name>', description: 'wallet that pays', completes: 'wallets' },
  { flags: '--passphrase-fd <number>', description: 'file descriptor to read the passphrase from' },
  { flags: '--allow-env-key', description: 'pay with the key in FIQ_PRIVATE_KEY; unsafe' },
  { flags: '--rpc-url <address>', description: 'chain node that proves what was paid' },
]

/**
 * Old names of global options. They work for one release and are hidden from help. If a command has
 * its own option of that name, its meaning applies.
 */
export const oldOptions: readonly OptionDeclaration[] = [
  { flags: '--max-price <usdc>', description: 'old name of --max-spend' },
]
