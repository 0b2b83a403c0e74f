import { otherVariables, settingKeys } from '../../config/setting-keys.ts'
import { exitCodeTable } from '../../terminal/exit-codes.ts'
import { factsView } from '../../terminal/format/facts.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { wrap } from '../../terminal/format/text-width.ts'
import { globalOptions } from '../global-options.ts'
import type { TopicName } from '../help-texts/topic-names.ts'
import { twoColumns } from '../help-texts/two-columns.ts'

/** A help topic: its table as JSON, and its text for a terminal. */
export type Topic = { value: unknown; view: (screen: Screen) => string }

/** Every environment variable, with its meaning. */
export const variables = [
  ...settingKeys.flatMap(({ variable, description, default: value }) =>
    variable === undefined
      ? []
      : [{ variable, description: value ? `${description} (default ${value})` : description }],
  ),
  ...otherVariables,
]

const output = [
  ['on a terminal', 'a table, a chart or labelled values, as wide as the terminal'],
  ['in a pipe', 'JSON: the rows or the object; for fiq query the whole response'],
  [
    '--table',
    'prints the table, chart or labelled values in a pipe too, as wide as COLUMNS or 80 columns',
  ],
  [
    '--json',
    'without a value on a terminal, lists the fields; --json price,volume prints these fields as JSON, --json all prints all',
  ],
  [
    '--columns',
    'shows only these fields, in this order; in a table, +field adds one to those that fit; without a value, lists them',
  ],
  [
    'tables',
    'the width of the terminal decides how many columns are shown; below 60 columns each row is printed as labelled lines',
  ],
  [
    'footer',
    'goes to stderr, in this order: note, hidden columns, source, cost; --sources lists every source',
  ],
  [
    'times',
    'are shown with their zone: the zone of the exchange for prices, UTC for crypto and currencies, otherwise your own; --utc shows all in UTC',
  ],
  [
    'pager',
    'shows output that is taller than the terminal: FIQ_PAGER, then PAGER, then less -FRX; --no-pager turns it off',
  ],
  [
    '--jq',
    'prints JSON after a jq filter (jq 1.8, built in); texts are printed without quotation marks',
  ],
  ['--ndjson', 'one JSON value per line'],
  [
    '--csv',
    'prints comma-separated values (RFC 4180, lines end in LF); a text that a spreadsheet would run as a formula gets a leading apostrophe, unless --no-csv-guard is given',
  ],
  ['--plain', 'prints tab-separated values with a header, for cut, awk and grep'],
  ['stdout', 'only the data'],
  ['stderr', 'what was paid, where the data comes from and how old it is, warnings, errors'],
  [
    'closed stdout',
    'with bin/fiq of the checkout: exit 15, and the next run prints the answer free. If npm installed fiq, Node starts it and replaces a closed stdout by /dev/null: the answer then counts as delivered, and the same command pays again',
  ],
  [
    'resumed answers',
    'stderr shows their age, and STALE with the fast-moving fields (quotes) that are older than a minute, even with --quiet; fiq query also has both in the response: extensions.payment { resumed, ageSeconds, stale }',
  ],
  [
    'errors',
    'are text on a terminal or with --table; otherwise, in a pipe, one line of JSON: { "error": { "code", "exit", … } }',
  ],
  [
    'colours',
    'come from the palette of the terminal and are readable on dark and light backgrounds; signs and words carry the same information. NO_COLOR or --no-color turns them off',
  ],
  ['--quiet', 'prints no notes on stderr, only warnings and errors'],
] as const

const payments = [
  'Every query has a price that is computed from its fields. fiq price shows it without a request. The server answers an unpaid query with an itemised quote. fiq computes the price itself and refuses a quote that differs.',
  'Within your limits fiq signs an authorization to transfer exactly this amount of USDC, and sends the query again with it. Above the limit for automatic approval it prompts first; Enter means no. Without a terminal it refuses.',
  'fiq writes a signed payment to its journal before it sends it. If the answer is lost, run the same command again: it sends the same bytes, so a query is not paid twice. fiq payments list shows what was paid, fiq budget shows what you may still spend, fiq wallet balance shows what the wallet holds.',
  'If the outcome of a payment stays unknown (exit 11) and --rpc-url names a node, fiq reads the outcome from the chain. Without a node the payment counts as spent. After its authorization has expired, fiq payments abandon lets the same command buy again. After 24 hours the same command is a new purchase.',
  'Without its journal fiq does not know what was spent, so it pays nothing while the journal is missing, empty or damaged. Restore payments.sqlite from a backup, or run fiq payments reset --rpc-url <node>: it starts a new journal with the sums that the chain shows. If the clock of this machine was ahead, fiq budget reset-clock moves payments with a future time to now and keeps the sums.',
  'fiq wallet unlock prompts for the passphrase once. A process of this user then holds the key in memory for 8 hours, or for the time in --for. It signs only purchases that the journal holds as reserved, one signature for each. fiq checks the caps when it reserves a purchase; the process does not. It never reveals the key and writes nothing to the disk. A sign-in (fiq login siwx) still prompts for the passphrase. fiq wallet lock stops the process. So does a logout, if the login session removes its runtime folder.',
  'A play wallet (fiq wallet create --play) is for the play money of a devnet. Its key is in a plain file (0600) without a passphrase. Its payments have a separate budget and are marked as play money. Its address is never shown to receive real USDC. If --rpc-url names a Base node, fiq refuses to pay from a play wallet that holds USDC there, because a signature for the devnet is valid on Base too. No server can change a limit or the wallet.',
  '--max-spend, FIQ_MAX_SPEND and the setting max-spend limit the payment of one command, and lower the limit for automatic approval. Only --max-spend on the command line raises that limit, and only without a terminal, where it is the approval. Without a terminal everything else above the limit is refused (exit 7). The price of a query on credits counts in the same way. --yes approves within the budget. --dry-run shows the price and pays nothing.',
  '--max-price and FIQ_MAX_PRICE are the old names of --max-spend and FIQ_MAX_SPEND; fiq prints a warning if they are used. A stored setting max-price is read as max-spend. On fiq screen, --max-price is the highest share price; for one release it also needs --max-spend if there is no terminal. With FIQ_API_KEY nothing is signed: the query is charged to the credits of that key.',
] as const

/** Options of every command, as the program reads them. */
const options = globalOptions.map(({ flags, description }) => [flags, description] as const)

/** Texts of `fiq help <topic>`, built from the tables of the program where these exist. */
export const topics: Readonly<Record<TopicName, Topic>> = {
  'exit-codes': {
    value: exitCodeTable(),
    view: factsView(exitCodeTable().map(({ exit, meaning }) => [String(exit), meaning])),
  },
  environment: {
    value: variables,
    view: factsView(variables.map(({ variable, description }) => [variable, description])),
  },
  output: {
    value: Object.fromEntries(output),
    view: factsView(output),
  },
  options: {
    value: Object.fromEntries(options),
    view: ({ columns }) => twoColumns(options, { columns, left: 27, indent: 0 }).join('\n'),
  },
  money: {
    value: payments,
    view: ({ columns }) =>
      payments.map((text) => wrap(text, Math.min(columns, 100)).join('\n')).join('\n\n'),
  },
}
