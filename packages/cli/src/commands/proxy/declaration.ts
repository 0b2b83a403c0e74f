import type { Declaration } from '../../command-line/declaration.ts'
import { approveInOption } from '../../proxy/clients/approve-in.ts'

const client = { name: 'name', description: 'name of the client' }
const approval = { name: 'id', description: 'id of the quote, as the list shows it' }

const limitsWords =
  'These limits are enforced by this program on this machine: keep little in the wallet that pays.'

/** `fiq proxy …` */
export const proxy: Declaration = {
  name: 'proxy',
  summary: 'Serve programs that cannot pay, from your wallet within limits',
  description: `Listens on this machine for programs with a token, pays for what they ask within their caps and your budget, and hands the answers on. What costs more than is paid without asking waits for you: fiq proxy approvals. ${limitsWords}`,
  options: [
    { flags: '--port <number>', description: 'port to listen on', default: '4021' },
    { flags: '--socket <path>', description: 'also listen on a Unix socket only you may open' },
    { flags: '--open', description: 'print settings for curl, scripts and agents' },
    {
      flags: '--reuse',
      description: 'hand out an answer again while it is fresh, marked as reused',
    },
    {
      flags: '--approval-timeout <seconds>',
      description: 'how long a quote waits for you',
      default: '120',
    },
    { flags: '--notify', description: 'show a notice on the desktop when a quote waits' },
    {
      flags: '--log <format>',
      description: 'form of the log',
      choices: ['text', 'json'],
      default: 'text',
    },
    { flags: '--host <address>', description: 'address to listen on', default: '127.0.0.1' },
    {
      flags: '--dangerously-allow-other-hosts',
      description:
        'allow another address: anyone who reaches it and has a token can spend your money',
    },
  ],
  examples: ['fiq proxy --open', 'fiq proxy token add claude --cap 0.50/day --per-call 0.05'],
  load: () => import('./run.ts'),
  commands: [
    {
      name: 'token',
      summary: 'Add, list and revoke the tokens of clients',
      commands: [
        {
          name: 'add',
          summary: 'Give a client a token, shown this once',
          description: `Only a hash of it is kept. ${limitsWords}`,
          arguments: [client],
          options: [
            {
              flags: '--cap <usdc/window>',
              description: 'most in a window, e.g. 0.50/day or 5/30d; may be repeated',
              repeatable: true,
            },
            { flags: '--per-call <usdc>', description: 'most for one call' },
            {
              flags: '--tools <names>',
              description: 'only these, e.g. quotes,history; default all',
            },
            approveInOption,
            { flags: '--save', description: 'also keep it in a file for curl -H @file' },
          ],
          fields: [
            'client',
            'token',
            'perCall',
            'perDay',
            'per30Days',
            'tools',
            'approveIn',
            'headerFile',
          ],
          examples: [
            'fiq proxy token add claude --cap 0.50/day --per-call 0.05 --tools quotes,history',
          ],
          load: () => import('./token/add/run.ts'),
        },
        {
          name: 'list',
          summary: 'List the clients, their caps and what they have spent',
          fields: [
            'client',
            'token',
            'perCall',
            'day',
            'perDay',
            'days30',
            'per30Days',
            'automatic',
            'tools',
            'approveIn',
          ],
          examples: ['fiq proxy token list'],
          load: () => import('./token/list/run.ts'),
        },
        {
          name: 'revoke',
          summary: 'Take a token back; it is refused at once',
          arguments: [client],
          examples: ['fiq proxy token revoke claude'],
          load: () => import('./token/revoke/run.ts'),
        },
      ],
    },
    {
      name: 'approvals',
      summary: 'Decide on quotes that wait for you',
      description:
        'On a terminal a list that stays open; in a pipe the list as JSON. What is not approved in its time is denied. Never let an agent run this.',
      fields: ['id', 'client', 'amount', 'for', 'payTo', 'payee', 'origin', 'secondsLeft'],
      examples: ['fiq proxy approvals'],
      load: () => import('./approvals/run.ts'),
      commands: [
        {
          name: 'list',
          summary: 'List what waits',
          fields: ['id', 'client', 'amount', 'for', 'payTo', 'payee', 'origin', 'secondsLeft'],
          examples: ['fiq proxy approvals list'],
          load: () => import('./approvals/list/run.ts'),
        },
        {
          name: 'approve',
          summary: 'Allow one payment',
          arguments: [approval],
          options: [
            {
              flags: '--always <usdc>',
              description: 'from now on this client pays up to so much without asking',
            },
          ],
          examples: [
            'fiq proxy approvals approve 3f2a',
            'fiq proxy approvals approve 3f2a --always 0.02',
          ],
          load: () => import('./approvals/approve/run.ts'),
        },
        {
          name: 'deny',
          summary: 'Refuse one payment',
          arguments: [approval],
          examples: ['fiq proxy approvals deny 3f2a'],
          load: () => import('./approvals/deny/run.ts'),
        },
      ],
    },
  ],
}
