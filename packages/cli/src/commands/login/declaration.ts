import type { Declaration } from '../../command-line/declaration.ts'

const store = {
  flags: '--store <place>',
  description: 'where the key rests; default: the OS keychain if one answers, else a file',
  choices: ['keychain', 'file'],
}
const days = { flags: '--days <count>', description: 'life of the key (default 30)' }
const fields = ['server', 'profile', 'store', 'by', 'expiresAt'] as const

/** `fiq login …` */
export const login: Declaration = {
  name: 'login',
  summary: 'Sign in at the server, so that queries are charged to credits',
  description:
    'A sign-in leaves an API key, kept per profile and server in the OS keychain or in a file only you can read. FIQ_API_KEY and --api-key go before it; --no-api-key pays for one command from the wallet, fiq config set pay-with wallet for all.',
  commands: [
    {
      name: 'siwx',
      summary: 'Sign in with the wallet: a message is signed, no money moves',
      description:
        'The message (EIP-4361) is shown before it is signed, and is valid for this server only. Without a terminal --yes says that it may be signed.',
      options: [days, store],
      fields,
      examples: ['fiq login siwx', 'fiq login siwx --days 7 --yes'],
      load: () => import('./siwx/run.ts'),
    },
    {
      name: 'google',
      summary: 'Sign in with Google in the browser, where the server offers it',
      description:
        'Opens the browser and waits up to ten minutes for it to come back to this computer. Go on in the page only if it shows the code that stands in the terminal.',
      options: [
        days,
        store,
        { flags: '--no-browser', description: 'only print the address to open' },
      ],
      fields,
      examples: ['fiq login google', 'fiq login google --no-browser'],
      load: () => import('./google/run.ts'),
    },
    {
      name: 'key',
      summary: 'Keep an API key you have',
      description:
        'Reads it from standard input, or asks for it without showing it; never from the command line, where other users could see it. It is tried at the server before it is kept.',
      options: [store],
      fields,
      examples: ['fiq login key', 'fiq login key < key.txt'],
      load: () => import('./key/run.ts'),
    },
  ],
}
