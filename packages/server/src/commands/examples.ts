import type { Command } from 'commander'

/** Examples of each command that has options or arguments, by its words. */
const examples: Readonly<Record<string, readonly string[]>> = {
  '': [
    'start',
    'start --upstream live --port 8080',
    'doctor',
    'keys create --org Acme --credits 1000',
  ],
  start: [
    'start',
    'start --upstream live --data-dir /var/lib/fiq',
    'start --facilitator https://facilitator.example --pay-to 0x1111111111111111111111111111111111111111',
  ],
  import: [
    'import bars prices.csv --personal --ticker ACME',
    'import series rates.csv --as series:MYRATE --source "My bank"',
  ],
  'mirror pull': ['mirror pull', 'mirror pull financials --tickers AAPL,MSFT'],
  'orgs create': ['orgs create Acme'],
  'orgs plan': ['orgs plan Acme professional'],
  'keys create': ['keys create --org Acme --credits 1000', 'keys create --org Acme --expires 30d'],
  'keys revoke': ['keys revoke fiq_1a2b3c4d'],
  'payments list': ['payments list --state owed', 'payments list --limit 5 --json'],
  'payments show': ['payments show NONCE'],
  'operators add': ['operators add ann --public-url https://fiq.example'],
  backup: ['backup /backup/fiq-2026-11-20'],
  restore: ['restore /backup/fiq-2026-11-20'],
  reconcile: ['reconcile', 'reconcile --json'],
  doctor: ['doctor', 'doctor --upstream live'],
  'sources allow': ['sources allow yahoo'],
  'check-live': ['check-live --area quotes,news', 'check-live --personal'],
}

/** Prints the examples of each command at the start of its help. */
export function addExamples(program: Command): void {
  for (const [words, lines] of Object.entries(examples)) {
    const text = lines.map((line) => `  $ ${program.name()} ${line}`).join('\n')
    commandOf(program, words)?.addHelpText('before', `${text}\n`)
  }
}

/** @example commandOf(program, 'keys create') */
function commandOf(program: Command, words: string): Command | undefined {
  return words
    .split(' ')
    .filter(Boolean)
    .reduce<Command | undefined>(
      (command, word) => command?.commands.find((each) => each.name() === word),
      program,
    )
}
