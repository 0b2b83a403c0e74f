import type { Declaration } from '../../command-line/declaration.ts'
import { approveInOption } from '../../proxy/clients/approve-in.ts'
import { knownClients } from '../../proxy/install/known-clients.ts'

const names = knownClients.map(({ name }) => name).join(', ')
const agent = { name: 'client', description: `which agent: ${names}` }

/** `fiq mcp …` */
export const mcp: Declaration = {
  name: 'mcp',
  summary: 'Serve MCP on standard input and output, and pay within limits',
  description:
    'An agent starts this command. It offers the tools of the service, and graphql, price and spending. The client named with --client needs no token. Its caps are those of fiq proxy token add, otherwise small default caps. Calls are paid by the credits of your API key (fiq login), otherwise from the wallet. A price above its limit for automatic approval waits for your decision: fiq proxy approvals. This program enforces the limits on this machine: keep only a small amount in the wallet that pays.',
  options: [
    {
      flags: '--client <name>',
      description: 'client whose caps apply; a name that was never added uses the caps of "mcp"',
    },
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
      flags: '--check',
      description: 'only check whether the API key or the wallet opens without a prompt, then exit',
    },
  ],
  fields: ['client', 'server', 'wallet', 'paysWith'],
  examples: ['fiq mcp --client claude-desktop', 'fiq mcp --check'],
  load: () => import('./run.ts'),
  commands: [
    {
      name: 'install',
      summary: 'Add fiq to the configuration of an agent, after showing the change',
      description: `The entry names a client with small caps, the server and your fiq folders. It contains no token. Before fiq writes the entry, it starts the entry as the agent will: it must list its tools and open its API key or wallet without a prompt. Known agents: ${names}.`,
      arguments: [agent],
      options: [
        { flags: '--no-check', description: 'write the entry without starting it first' },
        approveInOption,
      ],
      fields: ['client', 'path', 'changed'],
      examples: [
        'fiq mcp install claude-desktop',
        'fiq mcp install claude-code --approve-in client:0.05',
      ],
      load: () => import('./install/run.ts'),
    },
    {
      name: 'bundle',
      summary: 'Write an MCPB file, which desktop agents install with one click',
      description:
        'A zip of this program and its manifest, without native modules: the host must provide Node 24 or later. It pays from the credits of an API key in a file (fiq login --store file), or from a wallet file that you unlock (fiq wallet unlock), or needs neither for a free server.',
      options: [
        { flags: '--output <file>', description: 'default: fiq-mcp-VERSION.mcpb in this folder' },
      ],
      fields: ['path', 'bytes', 'sha256'],
      examples: ['fiq mcp bundle --output fiq.mcpb'],
      load: () => import('./bundle/run.ts'),
    },
    {
      name: 'uninstall',
      summary:
        'Remove fiq from the configuration of an agent; a file that was not changed since is restored exactly',
      arguments: [agent],
      fields: ['client', 'path', 'changed'],
      examples: ['fiq mcp uninstall claude-desktop'],
      load: () => import('./uninstall/run.ts'),
    },
  ],
}
