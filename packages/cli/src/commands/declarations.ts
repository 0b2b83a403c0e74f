import type { Declaration } from '../command-line/declaration.ts'
import type { CommandGroup } from '../command-line/help-texts/main-help.ts'

type Load = () => Promise<Declaration>

/** Loads the declaration of a row in the table of tool commands. */
function toolCommand(name: string): Load {
  return async () => {
    const { toolDeclarations } = await import('./tool-commands/tool-commands.ts')
    return toolDeclarations.find((declaration) => declaration.name === name)!
  }
}

/**
 * All commands in the order of the help, with the words that explain each row. Declarations are
 * loaded on demand, because a run needs only one. A new command is a folder, or a row of
 * `tool-commands.ts`, and a line here.
 */
const groups: readonly {
  title: string
  rows: readonly { meaning: string; commands: Readonly<Record<string, Load>> }[]
}[] = [
  {
    title: 'Data',
    rows: [
      {
        meaning: 'prices, charts, indicators',
        commands: {
          quote: async () => (await import('./quote/declaration.ts')).quote,
          history: async () => (await import('./history/declaration.ts')).history,
          technicals: async () => (await import('./technicals/declaration.ts')).technicals,
        },
      },
      {
        meaning: 'find, describe, filter',
        commands: {
          search: toolCommand('search'),
          entity: async () => (await import('./entity/declaration.ts')).entity,
          screen: async () => (await import('./screen/declaration.ts')).screen,
        },
      },
      {
        meaning: 'sanctions lists, 13F reports',
        commands: {
          sanctions: toolCommand('sanctions'),
          holdings: toolCommand('holdings'),
        },
      },
      {
        meaning: 'short sales, political money',
        commands: {
          'short-interest': toolCommand('short-interest'),
          'campaign-finance': toolCommand('campaign-finance'),
        },
      },
      {
        meaning: 'the economy',
        commands: {
          gdp: toolCommand('gdp'),
          inflation: toolCommand('inflation'),
          rates: toolCommand('rates'),
          series: toolCommand('series'),
        },
      },
      {
        meaning: 'valuation, market hours, events',
        commands: {
          multiples: toolCommand('multiples'),
          status: async () => (await import('./status/declaration.ts')).status,
          calendar: async () => (await import('./calendar/declaration.ts')).calendar,
        },
      },
      {
        meaning: 'GraphQL, catalog',
        commands: {
          query: async () => (await import('./query/declaration.ts')).query,
          tool: async () => (await import('./tool/declaration.ts')).tool,
          tools: async () => (await import('./tools/declaration.ts')).tools,
        },
      },
      {
        meaning: 'live prices, lists, alerts',
        commands: {
          watch: async () => (await import('./watch/declaration.ts')).watch,
          list: async () => (await import('./list/declaration.ts')).list,
          alert: async () => (await import('./alert/declaration.ts')).alert,
        },
      },
    ],
  },
  {
    title: 'Money',
    rows: [
      {
        meaning: 'prices, past payments, limits',
        commands: {
          price: async () => (await import('./price/declaration.ts')).price,
          payments: async () => (await import('./payments/declaration.ts')).payments,
          budget: async () => (await import('./budget/declaration.ts')).budget,
        },
      },
      {
        meaning: 'wallets and prepaid credits',
        commands: {
          wallet: async () => (await import('./wallet/declaration.ts')).wallet,
          credits: async () => (await import('./credits/declaration.ts')).credits,
          topup: async () => (await import('./topup/declaration.ts')).topup,
        },
      },
      {
        meaning: 'who receives payments',
        commands: {
          payees: async () => (await import('./payees/declaration.ts')).payees,
        },
      },
    ],
  },
  {
    title: 'Agents',
    rows: [
      {
        meaning: 'let programs query, within caps',
        commands: {
          mcp: async () => (await import('./mcp/declaration.ts')).mcp,
          proxy: async () => (await import('./proxy/declaration.ts')).proxy,
        },
      },
    ],
  },
  {
    title: 'Server',
    rows: [
      {
        meaning: 'your own server; find faults',
        commands: {
          up: async () => (await import('./up/declaration.ts')).up,
          down: async () => (await import('./down/declaration.ts')).down,
          doctor: async () => (await import('./doctor/declaration.ts')).doctor,
        },
      },
      {
        meaning: 'accounts on other servers',
        commands: {
          login: async () => (await import('./login/declaration.ts')).login,
          logout: async () => (await import('./logout/declaration.ts')).logout,
        },
      },
    ],
  },
  {
    title: 'Set-up',
    rows: [
      {
        meaning: 'keys and settings',
        commands: {
          setup: async () => (await import('./setup/declaration.ts')).setup,
          config: async () => (await import('./config/declaration.ts')).config,
          profile: async () => (await import('./profile/declaration.ts')).profile,
        },
      },
      {
        meaning: 'shells, data fields, topics',
        commands: {
          completion: async () => (await import('./completion/declaration.ts')).completion,
          schema: async () => (await import('./schema/declaration.ts')).schema,
          help: async () => (await import('./help/declaration.ts')).help,
        },
      },
    ],
  },
]

const commands: Readonly<Record<string, Load>> = Object.assign(
  {},
  ...groups.flatMap(({ rows }) => rows.map((row) => row.commands)),
)

export const commandNames: readonly string[] = Object.keys(commands)

/** The names of all commands, as the help shows them. */
export const commandGroups: readonly CommandGroup[] = groups.map(({ title, rows }) => ({
  title,
  rows: rows.map((row) => [Object.keys(row.commands).join(', '), row.meaning]),
}))

/** Loads all declarations, or only the named one if it exists. */
export async function declarationsOf(name?: string): Promise<readonly Declaration[]> {
  const named = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  return Promise.all((named ? [named] : Object.values(commands)).map((load) => load()))
}
