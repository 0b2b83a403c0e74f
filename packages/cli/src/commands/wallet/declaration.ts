import type { Declaration } from '../declaration.ts'

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
  summary: 'Create, import, show and fund the wallet that pays',
  description:
    'Keys rest in the OS keychain or in a Web3 keystore file encrypted with a passphrase; never in plain text. Keep little in it: the limits of fiq budget are enforced by this program on this machine.',
  commands: [
    {
      name: 'create',
      summary: 'Make a new wallet',
      arguments: [name],
      options: [store],
      fields: ['name', 'address', 'store', 'pays'],
      examples: ['fiq wallet create', 'fiq wallet create trading --store file'],
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
      fields: ['name', 'address', 'store', 'pays'],
      examples: ['fiq wallet import < key.txt', 'fiq wallet import old --from UTC--2024.json'],
      load: () => import('./import/run.ts'),
    },
    {
      name: 'list',
      summary: 'List the wallets of this machine',
      fields: ['name', 'address', 'store', 'pays'],
      load: () => import('./list/run.ts'),
    },
    {
      name: 'show',
      summary: 'Show the address of a wallet',
      arguments: [which],
      fields: ['name', 'address', 'store', 'pays'],
      load: () => import('./show/run.ts'),
    },
    {
      name: 'fund',
      summary: 'Get play USDC on a devnet, or show where to send real USDC',
      arguments: [which],
      options: [{ flags: '--amount <usdc>', description: 'how much, decimal USDC', default: '10' }],
      fields: ['address', 'amount', 'balance', 'transaction', 'link'],
      examples: ['fiq wallet fund', 'fiq wallet fund --amount 2.5'],
      load: () => import('./fund/run.ts'),
    },
    {
      name: 'balance',
      summary: 'Show how much USDC a wallet holds',
      description: 'Says "unknown" when the chain cannot be asked; never 0 for want of an answer.',
      arguments: [which],
      fields: ['name', 'address', 'balance', 'known'],
      load: () => import('./balance/run.ts'),
    },
  ],
}
