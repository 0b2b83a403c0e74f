import type { Declaration } from '../../command-line/declaration.ts'

const store = {
  flags: '--store <place>',
  description: 'where to store the key; default: the OS keychain if one answers, otherwise a file',
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
  completes: 'wallets',
} as const

/** Members of a wallet in JSON. */
const walletFields = ['name', 'address', 'store', 'pays', 'play', 'unlockedUntil']

/** `fiq wallet …` */
export const wallet: Declaration = {
  name: 'wallet',
  summary: 'Create, import, show, fund and export wallets',
  description:
    'fiq stores keys in the OS keychain or in a Web3 keystore file encrypted with a passphrase. Only a play wallet (create --play), which is for play money only, has its key in plain text. Keep only a small amount in a wallet: this program enforces the limits of fiq budget on this machine.',
  commands: [
    {
      name: 'create',
      summary: 'Create a wallet',
      arguments: [name],
      options: [
        store,
        {
          flags: '--play',
          description:
            'create a wallet for play money on a devnet: no passphrase, the key in a plain file (0600)',
        },
      ],
      fields: walletFields,
      examples: [
        'fiq wallet create',
        'fiq wallet create --play',
        'fiq wallet create trading --store file',
      ],
      load: () => import('./create/run.ts'),
    },
    {
      name: 'import',
      summary: 'Import a private key or a keystore file',
      description:
        'Reads 64 hex digits or a Web3 keystore v3 from a file or standard input, never from the command line, where other users could see it.',
      arguments: [name],
      options: [
        { flags: '--from <file>', description: 'file to read, - for standard input', default: '-' },
        store,
      ],
      fields: walletFields,
      examples: ['fiq wallet import < key.txt', 'fiq wallet import old --from UTC--2024.json'],
      load: async () => ({ run: (await import('./wallets.ts')).importWallet }),
    },
    {
      name: 'list',
      summary: 'List the wallets of this machine',
      fields: walletFields,
      examples: ['fiq wallet list'],
      load: async () => ({ run: (await import('./wallets.ts')).list }),
    },
    {
      name: 'show',
      summary: 'Show the address of a wallet',
      arguments: [which],
      fields: walletFields,
      examples: ['fiq wallet show', 'fiq wallet show --json address'],
      load: async () => ({ run: (await import('./wallets.ts')).show }),
    },
    {
      name: 'use',
      summary: 'Choose the wallet that pays',
      arguments: [{ name: 'name', description: 'name of the wallet', completes: 'wallets' }],
      fields: walletFields,
      examples: ['fiq wallet use trading'],
      load: async () => ({ run: (await import('./wallets.ts')).use }),
    },
    {
      name: 'unlock',
      summary: 'Prompt for the passphrase once, and sign purchases without it for a limited time',
      description:
        'A process of this user holds the key in memory. It signs only purchases that the journal holds as reserved, one signature for each, and it never reveals the key. Sign-ins (fiq login siwx) still prompt for the passphrase. The process ends after the time in --for, with fiq wallet lock, on SIGHUP, and at logout if the login session removes its runtime folder. Other programs of the same user can request signatures as fiq does, for purchases in the same journal.',
      arguments: [which],
      options: [
        {
          flags: '--for <time>',
          description: 'how long the wallet stays unlocked: 30m, 8h, 2d; at most 7d',
          default: '8h',
        },
      ],
      fields: walletFields,
      examples: ['fiq wallet unlock', 'fiq wallet unlock trading --for 30m'],
      load: () => import('./unlock/run.ts'),
    },
    {
      name: 'lock',
      summary: 'Lock a wallet, or all wallets',
      arguments: [
        {
          name: 'name',
          description: 'name of the wallet, default: all wallets',
          optional: true,
          completes: 'wallets',
        },
      ],
      fields: walletFields,
      examples: ['fiq wallet lock', 'fiq wallet lock trading'],
      load: async () => ({ run: (await import('./wallets.ts')).lock }),
    },
    {
      name: 'export',
      summary: 'Print a wallet as an encrypted keystore, for a backup or another program',
      description:
        'Prints a Web3 keystore v3, encrypted with the passphrase of the wallet. For a wallet in the OS keychain, fiq prompts for a new passphrase. The key is never printed unencrypted.',
      arguments: [which],
      inPipe: 'text',
      examples: ['fiq wallet export main > main.json'],
      load: async () => ({ run: (await import('./wallets.ts')).exportWallet }),
    },
    {
      name: 'remove',
      summary: 'Remove a wallet and its key from this machine',
      arguments: [{ name: 'name', description: 'name of the wallet', completes: 'wallets' }],
      options: [{ flags: '--force', description: 'do not prompt for the name of the wallet' }],
      examples: ['fiq wallet remove old'],
      load: async () => ({ run: (await import('./wallets.ts')).remove }),
    },
    {
      name: 'fund',
      summary: 'Get play USDC on a devnet, or show the address for real USDC',
      arguments: [which],
      options: [{ flags: '--amount <usdc>', description: 'amount in decimal USDC', default: '10' }],
      fields: ['address', 'amount', 'balance', 'transaction', 'link', 'play'],
      examples: ['fiq wallet fund', 'fiq wallet fund --amount 2.5'],
      load: () => import('./fund/run.ts'),
    },
    {
      name: 'balance',
      summary: 'Show how much USDC a wallet holds',
      description:
        'Prints "unknown" if the chain cannot be read. It never prints 0 instead of an unknown balance.',
      arguments: [which],
      fields: ['name', 'address', 'balance', 'known', 'play'],
      examples: ['fiq wallet balance', 'fiq wallet balance --json balance'],
      load: () => import('./balance/run.ts'),
    },
  ],
}
