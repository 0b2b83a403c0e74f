import type { Declaration } from '../../command-line/declaration.ts'
import { approveInOption } from '../../proxy/clients/approve-in.ts'

const client = { name: 'name', description: 'name of the client' }
const approval = { name: 'id', description: 'id of the quote, from fiq proxy approvals list' }

const limitsWords =
  'This program enforces the limits on this machine: keep only a small amount in the wallet that pays.'

/** `fiq proxy …` */
export const proxy: Declaration = {
  name: 'proxy',
  summary: 'Pay from your wallet, within limits, for programs that cannot pay',
  description: `Listens on this machine for programs with a token, pays for their queries within their caps and your budget, and passes the answers on. A price above the limit for automatic approval waits for your decision: fiq proxy approvals. ${limitsWords}`,
  options: [
    { flags: '--port <number>', description: 'port to listen on', default: '4021' },
    {
      flags: '--socket <path>',
      description: 'also listen on a Unix socket that only you can open',
    },
    { flags: '--open', description: 'print settings for curl, scripts and agents' },
    {
      flags: '--reuse',
      description: 'return a stored answer again while it is fresh, marked as reused',
    },
    {
      flags: '--approval-timeout <seconds>',
      description: 'how long a quote waits for your decision',
      default: '120',
    },
    {
      flags: '--notify',
      description: 'show a desktop notification when a quote waits for your decision',
    },
    {
      flags: '--log <format>',
      description: 'format of the log',
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
          summary: 'Create a token for a client, and show it once',
          description: `fiq stores only a hash of the token. ${limitsWords}`,
          arguments: [client],
          options: [
            {
              flags: '--cap <usdc/window>',
              description: 'maximum in a window, e.g. 0.50/day or 5/30d; can be repeated',
              repeatable: true,
            },
            { flags: '--per-call <usdc>', description: 'maximum for one call' },
            {
              flags: '--tools <names>',
              description: 'tools that the client may call, e.g. quotes,history; default all',
            },
            approveInOption,
            { flags: '--save', description: 'also store the token in a file, for curl -H @file' },
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
          examples: ['fiq proxy token add claude --cap 0.50/day --per-call 0.05 --tools quotes'],
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
            'play',
            'tools',
            'approveIn',
          ],
          examples: ['fiq proxy token list'],
          load: () => import('./token/list/run.ts'),
        },
        {
          name: 'revoke',
          summary: 'Revoke the token of a client, with immediate effect',
          arguments: [client],
          examples: ['fiq proxy token revoke claude'],
          load: () => import('./token/revoke/run.ts'),
        },
      ],
    },
    {
      name: 'approvals',
      summary: 'Approve or deny the quotes that wait for your decision',
      description:
        'On a terminal, shows a list that stays open; in a pipe, prints the list as JSON. A quote that is not approved in time is denied. Never let an agent run this command.',
      fields: ['id', 'client', 'amount', 'for', 'payTo', 'payee', 'origin', 'secondsLeft'],
      examples: ['fiq proxy approvals'],
      load: () => import('./approvals/run.ts'),
      commands: [
        {
          name: 'list',
          summary: 'List the quotes that wait for a decision',
          fields: ['id', 'client', 'amount', 'for', 'payTo', 'payee', 'origin', 'secondsLeft'],
          examples: ['fiq proxy approvals list'],
          load: () => import('./approvals/list/run.ts'),
        },
        {
          name: 'approve',
          summary: 'Approve one payment',
          arguments: [approval],
          options: [
            {
              flags: '--always <usdc>',
              description:
                'from now on, pay up to this amount per call for this client without approval, of play money only if the payment is in play money; never lowers its limit',
            },
          ],
          examples: [
            'fiq proxy approvals approve 3f2a',
            'fiq proxy approvals approve 3f2a --always 0.02',
          ],
          load: async () => ({ run: (await import('./approvals/decide.ts')).approve }),
        },
        {
          name: 'deny',
          summary: 'Deny one payment',
          arguments: [approval],
          examples: ['fiq proxy approvals deny 3f2a'],
          load: async () => ({ run: (await import('./approvals/decide.ts')).deny }),
        },
      ],
    },
  ],
}
