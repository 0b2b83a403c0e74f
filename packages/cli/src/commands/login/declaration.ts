import type { Declaration } from '../../command-line/declaration.ts'

const store = {
  flags: '--store <place>',
  description: 'where to store the key; default: the OS keychain if one answers, otherwise a file',
  choices: ['keychain', 'file'],
}
const days = { flags: '--days <count>', description: 'lifetime of the key (default 30)' }
const fields = ['server', 'profile', 'store', 'by', 'expiresAt'] as const

/** Providers of a sign-in in the browser, by their name in the paths of the server. */
const providers = { google: 'Google' }

function ofProvider(name: string, title: string): Declaration {
  return {
    name,
    summary: `Sign in with ${title} in the browser, if the server offers it`,
    description:
      'Opens the browser and waits up to ten minutes until the browser returns to this computer. Continue in the page only if it shows the same code as the terminal.',
    options: [
      days,
      store,
      { flags: '--no-browser', description: 'print the address instead of opening a browser' },
    ],
    fields,
    examples: [`fiq login ${name}`, `fiq login ${name} --no-browser`],
    load: async () => ({ run: (await import('./browser/run.ts')).signInWith(name) }),
  }
}

/** `fiq login …` */
export const login: Declaration = {
  name: 'login',
  summary: 'Sign in to the server, so that queries are charged to credits',
  description:
    'A sign-in creates an API key. fiq stores it per profile and server, in the OS keychain or in a file that only you can read. FIQ_API_KEY and --api-key override the stored key. --no-api-key pays for one command from the wallet; fiq config set pay-with wallet does so for all commands.',
  commands: [
    {
      name: 'siwx',
      summary: 'Sign in with the wallet: signs a message and moves no money',
      description:
        'The message (EIP-4361) is shown before it is signed, and is valid for this server only. Without a terminal, --yes approves the signature.',
      options: [days, store],
      fields,
      examples: ['fiq login siwx', 'fiq login siwx --days 7 --yes'],
      load: () => import('./siwx/run.ts'),
    },
    ...Object.entries(providers).map(([name, title]) => ofProvider(name, title)),
    {
      name: 'key',
      summary: 'Store an API key that you already have',
      description:
        'Reads the key from standard input, or prompts for it without showing it. It never reads the key from the command line, where other users could see it. The server must accept the key before fiq stores it.',
      options: [store],
      fields,
      examples: ['fiq login key', 'fiq login key < key.txt'],
      load: () => import('./key/run.ts'),
    },
  ],
}
