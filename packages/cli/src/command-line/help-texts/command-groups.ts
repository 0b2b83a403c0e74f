/** Names of commands that share an explanation, and their topic. */
export type CommandRow = readonly [names: readonly string[], meaning: string]

/** All commands in the order of the help: data, money, agents, server, set-up. */
export const commandGroups: readonly { title: string; rows: readonly CommandRow[] }[] = [
  {
    title: 'Data',
    rows: [
      [['quote', 'history', 'technicals'], 'prices, charts, indicators'],
      [['search', 'entity', 'screen'], 'find, describe, filter'],
      [['sanctions', 'holdings'], 'sanctions lists, 13F reports'],
      [['short-interest', 'campaign-finance'], 'short sales, political money'],
      [['gdp', 'inflation', 'rates', 'series'], 'the economy'],
      [['multiples', 'status', 'calendar'], 'valuation, market hours, events'],
      [['query', 'tool', 'tools'], 'GraphQL, catalog'],
      [['watch', 'list', 'alert'], 'live prices, lists, alerts'],
    ],
  },
  {
    title: 'Money',
    rows: [
      [['price', 'payments', 'budget'], 'prices, past payments, limits'],
      [['wallet', 'credits', 'topup'], 'wallets and prepaid credits'],
      [['payees'], 'who receives payments'],
    ],
  },
  { title: 'Agents', rows: [[['mcp', 'proxy'], 'let programs query, within caps']] },
  {
    title: 'Server',
    rows: [
      [['up', 'down', 'doctor'], 'your own server; find faults'],
      [['login', 'logout'], 'accounts on other servers'],
    ],
  },
  {
    title: 'Set-up',
    rows: [
      [['setup', 'config', 'profile'], 'keys and settings'],
      [['completion', 'schema', 'help'], 'shells, data fields, topics'],
    ],
  },
]
