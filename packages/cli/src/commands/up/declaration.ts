import type { Declaration } from '../../command-line/declaration.ts'

/** `fiq up` */
export const up: Declaration = {
  name: 'up',
  summary: 'Start a server with real data on this machine, for you alone',
  description:
    'Needs no wallet and no account. The server requests data from public sources, and from sources that allow personal use, and it listens on this machine only. It runs in the background until fiq down or until the machine shuts down. Other commands use it automatically; --url, FIQ_URL and a url in the settings override it. Use its data for yourself only: do not publish it or pass it on.',
  options: [
    {
      flags: '--status',
      description: 'only show whether it is running, and which areas it can answer',
    },
    {
      flags: '--foreground',
      description: 'run the server in this terminal until Ctrl-C; stored alerts run beside it',
    },
    { flags: '--enable', description: 'also start the server at each login (needs systemd)' },
  ],
  fields: ['running', 'url', 'pid', 'version', 'areas'],
  examples: ['fiq up', 'fiq up --status', 'fiq up --enable'],
  load: () => import('./run.ts'),
}
