import type { Declaration } from '../../command-line/declaration.ts'

const store = {
  flags: '--store <place>',
  description: 'where the key rests; default: the OS keychain if one answers, else a file',
  choices: ['keychain', 'file'],
}
const name = {
  name: 'name',
  description: 'name of the wallet, default "main"',
  optional: true,
} as const
const which = {
  name: 'name',
  description: 'name of the wallet, default: the one that pays',
  optional: true,
} as const

/** `fiq wallet …` */
export const wallet: Declaration = {
  name: 'wallet',
  summary: 'Create, import, show, fund and export the wallet that pays',
  description:
    'Keys rest in the OS keychain or in a Web3 keystore file encrypted with a passphrase; never in plain text, except a play wallet (create --play), which is for play money alone. Keep little in it: the limits of fiq budget are enforced by this program on this machine.',
  commands: [
    {
      name: 'create',
      summary: 'Make a new wallet',
      arguments: [name],
      options: [
        store,
        {
          flags: '--play',
          description: 'for play money on a devnet: no passphrase, the key in a plain file (0600)',
        },
      ],
      fields: ['name', 'address', 'store', 'pays', 'play', 'unlockedUntil'],
      examples: [
        'fiq wallet create',
        'fiq wallet create --play',
        'fiq wallet create trading --store file',
      ],
      load: () => import('./create/run.ts'),
    },
    {
      name: 'import',
      summary: 'Take over a private key or a keystore file',
      description:
        'Reads 64 hex digits or a Web3 keystore v3 from a file or standard input, never from the command line, where other users could see it.',
      arguments: [name],
      options: [
        { flags: '--from <file>', description: 'file to read, - for standard input', default: '-' },
        store,
      ],
      fields: ['name', 'address', 'store', 'pays', 'play', 'unlockedUntil'],
      examples: ['fiq wallet import < key.txt', 'fiq wallet import old --from UTC--2024.json'],
      load: () => import('./import/run.ts'),
    },
    {
      name: 'list',
      summary: 'List the wallets of this machine',
      fields: ['name', 'address', 'store', 'pays', 'play', 'unlockedUntil'],
      examples: ['fiq wallet list'],
      load: () => import('./list/run.ts'),
    },
    {
      name: 'show',
      summary: 'Show the address of a wallet',
      arguments: [which],
      fields: ['name', 'address', 'store', 'pays', 'play', 'unlockedUntil'],
      examples: ['fiq wallet show', 'fiq wallet show --json address'],
      load: () => import('./show/run.ts'),
    },
    {
      name: 'use',
      summary: 'Choose the wallet that pays',
      arguments: [{ name: 'name', description: 'name of the wallet' }],
      fields: ['name', 'address', 'store', 'pays', 'play', 'unlockedUntil'],
      examples: ['fiq wallet use trading'],
      load: () => import('./use/run.ts'),
    },
    {
      name: 'unlock',
      summary: 'Ask for the passphrase once, and sign purchases without it for a while',
      description:
        'A process of this user holds the key in memory and signs purchases only, those that the journal holds as reserved, with one signature for each; it never gives the key away. Sign-ins (fiq login siwx) still ask for the passphrase. It ends after --for, with fiq wallet lock, at logout where the session removes its runtime folder, and on SIGHUP. Programs of the same user can ask it as fiq does, within the same journal.',
      arguments: [which],
      options: [
        { flags: '--for <time>', description: 'how long: 30m, 8h, 2d; at most 7d', default: '8h' },
      ],
      fields: ['name', 'address', 'store', 'pays', 'play', 'unlockedUntil'],
      examples: ['fiq wallet unlock', 'fiq wallet unlock trading --for 30m'],
      load: () => import('./unlock/run.ts'),
    },
    {
      name: 'lock',
      summary: 'End the unlocking of a wallet, or of all',
      arguments: [
        { name: 'name', description: 'name of the wallet, default: all of them', optional: true },
      ],
      fields: ['name', 'address', 'store', 'pays', 'play', 'unlockedUntil'],
      examples: ['fiq wallet lock', 'fiq wallet lock trading'],
      load: () => import('./lock/run.ts'),
    },
    {
      name: 'export',
      summary: 'Print a wallet as an encrypted keystore, for a backup or another program',
      description:
        'A Web3 keystore v3 under the passphrase of the wallet; one of the OS keychain gets a new passphrase. The key is never printed in the clear.',
      arguments: [which],
      inPipe: 'text',
      examples: ['fiq wallet export main > main.json'],
      load: () => import('./export/run.ts'),
    },
    {
      name: 'remove',
      summary: 'Remove a wallet and its key from this machine',
      arguments: [{ name: 'name', description: 'name of the wallet' }],
      options: [{ flags: '--force', description: 'without being asked to type the name' }],
      examples: ['fiq wallet remove old'],
      load: () => import('./remove/run.ts'),
    },
    {
      name: 'fund',
      summary: 'Get play USDC on a devnet, or show where to send real USDC',
      arguments: [which],
      options: [{ flags: '--amount <usdc>', description: 'how much, decimal USDC', default: '10' }],
      fields: ['address', 'amount', 'balance', 'transaction', 'link', 'play'],
      examples: ['fiq wallet fund', 'fiq wallet fund --amount 2.5'],
      load: () => import('./fund/run.ts'),
    },
    {
      name: 'balance',
      summary: 'Show how much USDC a wallet holds',
      description: 'Says "unknown" when the chain cannot be asked; never 0 for want of an answer.',
      arguments: [which],
      fields: ['name', 'address', 'balance', 'known', 'play'],
      examples: ['fiq wallet balance', 'fiq wallet balance --json balance'],
      load: () => import('./balance/run.ts'),
    },
  ],
}
