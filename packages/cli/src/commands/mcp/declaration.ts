import type { Declaration } from '../../command-line/declaration.ts'
import { approveInOption } from '../../proxy/clients/approve-in.ts'
import { knownClients } from '../../proxy/install/known-clients.ts'

const names = knownClients.map(({ name }) => name).join(', ')
const agent = { name: 'client', description: `which agent: ${names}` }

/** `fiq mcp …` */
export const mcp: Declaration = {
  name: 'mcp',
  summary: 'Speak MCP on standard input and output, paying within limits',
  description:
    'Started by an agent, it offers the tools of the service, graphql, price and spending. A client named here needs no token; its caps are those of fiq proxy token add, or small ones. What costs more than is paid without asking waits for you: fiq proxy approvals. These limits are enforced by this program on this machine: keep little in the wallet that pays.',
  options: [
    {
      flags: '--client <name>',
      description: 'whose caps hold; a name that was never added shares those of "mcp"',
    },
    {
      flags: '--reuse',
      description: 'hand out an answer again while it is fresh, marked as reused',
    },
    {
      flags: '--approval-timeout <seconds>',
      description: 'how long a quote waits for you',
      default: '120',
    },
    { flags: '--check', description: 'only say whether its wallet opens without you, and end' },
  ],
  fields: ['client', 'server', 'wallet'],
  examples: ['fiq mcp --client claude-desktop', 'fiq mcp --check'],
  load: () => import('./run.ts'),
  commands: [
    {
      name: 'install',
      summary: 'Enter fiq into the configuration of an agent, after showing the change',
      description: `The entry names a client with small caps, the server and your folders of fiq, and holds no token. Before it is written, it is started as the agent will start it: it has to list its tools and to open its wallet without you. Known agents: ${names}.`,
      arguments: [agent],
      options: [
        { flags: '--no-check', description: 'write it without starting it first' },
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
      summary: 'Write an MCPB file, which desktop agents install by a click',
      description:
        'A zip of this program and its manifest, without native modules: the host brings a Node 24 or later. Its wallet is a file that you unlock (fiq wallet unlock), or none for a free server.',
      options: [{ flags: '--output <file>', description: 'default: fiq-mcp-VERSION.mcpb here' }],
      fields: ['path', 'bytes', 'sha256'],
      examples: ['fiq mcp bundle --output fiq.mcpb'],
      load: () => import('./bundle/run.ts'),
    },
    {
      name: 'uninstall',
      summary: 'Take it out again: untouched since, the file becomes what it was',
      arguments: [agent],
      fields: ['client', 'path', 'changed'],
      examples: ['fiq mcp uninstall claude-desktop'],
      load: () => import('./uninstall/run.ts'),
    },
  ],
}
