/** Commands that are explained together: their names and their topic. */
export type CommandRow = readonly [names: readonly string[], meaning: string]

/** Every command once, in the order of the help: data, money, agents, server, set-up. */
export const commandGroups: readonly { title: string; rows: readonly CommandRow[] }[] = [
  {
    title: 'Data',
    rows: [
      [['quote', 'history', 'technicals'], 'prices, charts, indicators'],
      [['search', 'entity', 'screen'], 'find, look into, filter'],
      [['sanctions', 'holdings'], 'listed names, 13F reports'],
      [['short-interest', 'campaign-finance'], 'shorts, committees'],
      [['gdp', 'inflation', 'rates', 'series'], 'the economy'],
      [['multiples', 'status', 'calendar'], 'valuation, session, events'],
      [['query', 'tool', 'tools'], 'GraphQL, catalog'],
      [['watch', 'list', 'alert'], 'live prices, lists, alerts'],
    ],
  },
  {
    title: 'Money',
    rows: [
      [['price', 'payments', 'budget'], 'before, after, limits'],
      [['wallet', 'credits', 'topup'], 'what pays'],
      [['payees'], 'who is paid'],
    ],
  },
  { title: 'Agents', rows: [[['mcp', 'proxy'], 'programs, within caps']] },
  {
    title: 'Server',
    rows: [
      [['up', 'down', 'doctor'], 'your own; what is wrong'],
      [['login', 'logout'], 'accounts elsewhere'],
    ],
  },
  {
    title: 'Set-up',
    rows: [
      [['setup', 'config', 'profile'], 'keys and settings'],
      [['completion', 'schema', 'help'], 'shells, machines, topics'],
    ],
  },
]
