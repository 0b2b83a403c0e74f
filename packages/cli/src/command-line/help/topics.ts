import { otherVariables, settingKeys } from '../../config/setting-keys.ts'
import { exitCodeTable } from '../../terminal/exit-codes.ts'
import { renderFacts } from '../../terminal/format/facts.ts'
import type { Screen } from '../../terminal/format/screen.ts'
import { wrap } from '../../terminal/format/text-width.ts'
import { globalOptions } from '../global-options.ts'
import type { TopicName } from '../help-texts/topic-names.ts'
import { twoColumns } from '../help-texts/two-columns.ts'

/** A help topic: its table as JSON, and as text on a terminal. */
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
  ['on a terminal', 'a table, a chart or facts, as wide as the terminal'],
  ['in a pipe', 'JSON: the rows or the object; for fiq query the whole response'],
  ['--table', 'the table, chart or facts in a pipe too, COLUMNS or else 80 columns wide'],
  [
    '--json',
    'on a terminal the list of fields; --json price,volume these as JSON, --json all everything',
  ],
  [
    '--columns',
    'of a table exactly these fields, in this order; +field adds to those that fit; alone it lists them',
  ],
  [
    'tables',
    'the width alone decides how many columns are shown; below 60 a row is labelled lines',
  ],
  ['footer', 'on stderr, in this order: note, hidden, source, cost; --sources names every source'],
  [
    'times',
    'with their zone: of the exchange for prices, UTC for crypto and currencies, else yours; --utc for all',
  ],
  ['pager', 'FIQ_PAGER, PAGER, else less -FRX, for what is taller than the terminal; --no-pager'],
  ['--jq', 'JSON through a jq filter (jq 1.8, built in); results that are texts are printed raw'],
  ['--ndjson', 'one JSON value a line'],
  [
    '--csv',
    'comma-separated (RFC 4180, lines end in LF); texts that a spreadsheet would take for formulas get a leading apostrophe, unless --no-csv-guard',
  ],
  ['--plain', 'tab-separated with a header, for cut, awk and grep'],
  ['stdout', 'the data and nothing else'],
  ['stderr', 'what was paid, where the data comes from and how old it is, warnings, errors'],
  [
    'closed stdout',
    'exit 15, and the next run prints the answer free, with bin/fiq of the checkout. An fiq installed by npm is started by Node, which puts /dev/null in its place: there the answer counts as delivered, and the same command pays again',
  ],
  [
    'resumed answers',
    'stderr says how old they are, and STALE with the fast-moving fields (quotes) older than a minute, with --quiet too; fiq query also has it in the response: extensions.payment { resumed, ageSeconds, stale }',
  ],
  [
    'errors',
    'words on a terminal or with --table; else in a pipe one line of JSON: { "error": { "code", "exit", … } }',
  ],
  [
    'colours',
    'of the terminal’s own palette, those that are read on a dark and on a light ground; signs and words say the same. None with NO_COLOR or --no-color',
  ],
  ['--quiet', 'no notes on stderr; warnings and errors still'],
] as const

const payments = [
  'A query has a price, computed from its fields before any request: fiq price shows it, free. The server answers a query without payment with an itemised quote; fiq checks it against its own computation and refuses a difference.',
  'Within your limits it then signs an authorization to transfer exactly that much USDC and sends the query again with it. Above the limit for automatic approval it asks first, and the answer that changes nothing is no. Without a terminal to ask on, it refuses.',
  'What was signed is written to a journal before it is sent. When the answer is lost, the same command sends the same bytes again: a question is never paid twice by accident. fiq payments list shows what was paid, fiq budget what is left, fiq wallet where the money is. A payment whose outcome stays unknown (exit 11) is decided by the chain, if --rpc-url names a node. Without a node it counts as spent; once its authorization has ended, fiq payments abandon lets the command buy anew, and so does the time: after 24 hours the same command is a new purchase.',
  'Without the journal fiq does not know what was spent, so nothing is paid while it is missing, empty or damaged. Restore payments.sqlite from a backup, or run fiq payments reset --rpc-url <node>: it begins a new journal with the sums that the chain shows. After the clock of this machine was ahead, fiq budget reset-clock moves payments of the future to now and keeps the sums.',
  'fiq wallet unlock asks for the passphrase once: a process of this user then holds the key in memory for 8 hours, or --for as long as you say, and signs purchases only, those that the journal holds as reserved, with one signature for each. fiq checks the caps when it reserves a purchase; the process compares none. A sign-in (fiq login siwx) still asks for the passphrase. The process never gives the key away and leaves nothing on the disk. fiq wallet lock ends it, and so does the end of the login where the session removes its runtime folder. The budget holds as before.',
  'A play wallet (fiq wallet create --play) is for the play money of a devnet. Its key rests in a plain file (0600), without a passphrase. Its payments have budget windows of their own and are marked everywhere; its address is never shown to receive real USDC. With --rpc-url of a Base node, fiq refuses to pay from a play wallet that holds USDC there, because a signature for the devnet is valid on Base too. No word of a server changes a limit or the wallet.',
  '--max-spend, FIQ_MAX_SPEND and the setting max-price are the most to pay for one command, and lower what is paid without asking. Only --max-spend on the command line raises it, and only without a terminal: there it is the answer given beforehand. Without a terminal everything else above the automatic limit is refused, exit 7. --yes approves within the budget, --dry-run stops at the price. --max-price and FIQ_MAX_PRICE are the old names of --max-spend and FIQ_MAX_SPEND, and are warned of; on fiq screen it is the highest share price, and for one release it needs --max-spend beside it where there is no terminal. With FIQ_API_KEY nothing is signed: the query is charged to the credits of that key.',
] as const

/** Options of every command, as the program reads them. */
const options = globalOptions.map(({ flags, description }) => [flags, description] as const)

/** Texts of `fiq help <topic>`. Where there is a table in the program, it is that table. */
export const topics: Readonly<Record<TopicName, Topic>> = {
  'exit-codes': {
    value: exitCodeTable(),
    view: (screen) =>
      renderFacts(
        exitCodeTable().map(({ exit, meaning }) => [String(exit), meaning]),
        screen,
      ),
  },
  environment: {
    value: variables,
    view: (screen) =>
      renderFacts(
        variables.map(({ variable, description }) => [variable, description]),
        screen,
      ),
  },
  output: {
    value: Object.fromEntries(output),
    view: (screen) => renderFacts(output, screen),
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
