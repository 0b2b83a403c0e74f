import type { OptionDeclaration } from './declaration.ts'

/** Options every command takes, before or after its own words. */
export const globalOptions: readonly OptionDeclaration[] = [
  { flags: '--table', description: 'the table or chart, in a pipe too' },
  {
    flags: '--columns [fields]',
    description: 'exactly these columns; +field adds; alone it lists them',
  },
  {
    flags: '--json [fields]',
    description: 'JSON with these fields, or all; alone on a terminal it lists the fields',
  },
  { flags: '--jq <filter>', description: 'JSON through a jq filter; texts as they are' },
  { flags: '--csv [fields]', description: 'comma-separated values with a header' },
  { flags: '--no-csv-guard', description: 'formulas in CSV as they are, without an apostrophe' },
  { flags: '--ndjson [fields]', description: 'one JSON value a line' },
  { flags: '--plain [fields]', description: 'tab-separated values with a header, no colour' },
  { flags: '--max-spend <usdc>', description: 'most this command may pay, in all (FIQ_MAX_SPEND)' },
  { flags: '-y, --yes', description: 'approve the price without asking, within the budget' },
  { flags: '--dry-run', description: 'show the price and stop' },
  { flags: '--trust <origin>', description: 'take the payee of this server, though it is new' },
  { flags: '--sources', description: 'name every source below the data' },
  { flags: '--utc', description: 'times in UTC' },
  { flags: '--no-pager', description: 'no pager for what is taller than the terminal' },
  { flags: '-q, --quiet', description: 'no notes on stderr; warnings and errors still' },
  { flags: '--no-color', description: 'no colour (NO_COLOR)' },
  {
    flags: '--screen-reader',
    description: 'lines of words instead of drawings (INK_SCREEN_READER)',
  },
  { flags: '--url <address>', description: 'address of the server (FIQ_URL)' },
  { flags: '--api-key <key>', description: 'API key; better given as FIQ_API_KEY' },
  { flags: '--no-api-key', description: 'pay by the query, even when signed in' },
  { flags: '--profile <name>', description: 'named set of settings (FIQ_PROFILE)' },
  { flags: '--wallet <name>', description: 'wallet that pays' },
  { flags: '--passphrase-fd <number>', description: 'file descriptor to read the passphrase from' },
  { flags: '--allow-env-key', description: 'let FIQ_PRIVATE_KEY pay; unsafe' },
  { flags: '--rpc-url <address>', description: 'chain node to ask for proof of payments' },
]

/**
 * Old option names of every command. They stay for one release, hidden from help, except where a
 * command has an option of that name: there the command's meaning applies.
 */
export const oldOptions: readonly OptionDeclaration[] = [
  { flags: '--max-price <usdc>', description: 'old name of --max-spend' },
]
