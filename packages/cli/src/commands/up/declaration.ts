import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq up` */
export const up: Declaration = {
  name: 'up',
  summary: 'Start a server with real data on this machine, for you alone',
  description:
    'Needs no wallet and no account: the server asks public sources, and those that allow personal use, from this machine, and listens on this machine only. It runs in the background until fiq down or until the machine ends. Other commands find it by themselves; --url, FIQ_URL and a url in the settings go before it. What it answers is for yourself: do not publish it or pass it on.',
  options: [
    { flags: '--status', description: 'only say whether it runs, and what it can answer' },
    { flags: '--foreground', description: 'run it in this terminal until Ctrl-C' },
    { flags: '--enable', description: 'start it at each login, where systemd runs' },
  ],
  fields: ['running', 'url', 'pid', 'version', 'areas'],
  examples: ['fiq up', 'fiq up --status', 'fiq up --enable'],
  load: () => import('./run.ts'),
}
