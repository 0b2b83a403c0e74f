import type { Declaration } from '../command-line/declaration.ts'

/** Loads the declaration of a row in the table of tool commands. */
function toolCommand(name: string): () => Promise<Declaration> {
  return async () => {
    const { toolDeclarations } = await import('./tool-commands/tool-commands.ts')
    return toolDeclarations.find((declaration) => declaration.name === name)!
  }
}

/**
 * All commands, in the order of the help. Declarations are loaded on demand, because a run needs
 * only one. A new command is a folder, or a row of `tool-commands.ts`, and a line here.
 */
const commands: Readonly<Record<string, () => Promise<Declaration>>> = {
  quote: async () => (await import('./quote/declaration.ts')).quote,
  history: async () => (await import('./history/declaration.ts')).history,
  watch: async () => (await import('./watch/declaration.ts')).watch,
  list: async () => (await import('./list/declaration.ts')).list,
  alert: async () => (await import('./alert/declaration.ts')).alert,
  calendar: async () => (await import('./calendar/declaration.ts')).calendar,
  search: toolCommand('search'),
  entity: async () => (await import('./entity/declaration.ts')).entity,
  technicals: async () => (await import('./technicals/declaration.ts')).technicals,
  screen: async () => (await import('./screen/declaration.ts')).screen,
  sanctions: toolCommand('sanctions'),
  holdings: toolCommand('holdings'),
  'short-interest': toolCommand('short-interest'),
  'campaign-finance': toolCommand('campaign-finance'),
  gdp: toolCommand('gdp'),
  inflation: toolCommand('inflation'),
  rates: toolCommand('rates'),
  series: toolCommand('series'),
  multiples: toolCommand('multiples'),
  status: async () => (await import('./status/declaration.ts')).status,
  query: async () => (await import('./query/declaration.ts')).query,
  tools: async () => (await import('./tools/declaration.ts')).tools,
  tool: async () => (await import('./tool/declaration.ts')).tool,
  price: async () => (await import('./price/declaration.ts')).price,
  up: async () => (await import('./up/declaration.ts')).up,
  down: async () => (await import('./down/declaration.ts')).down,
  setup: async () => (await import('./setup/declaration.ts')).setup,
  wallet: async () => (await import('./wallet/declaration.ts')).wallet,
  budget: async () => (await import('./budget/declaration.ts')).budget,
  payees: async () => (await import('./payees/declaration.ts')).payees,
  payments: async () => (await import('./payments/declaration.ts')).payments,
  login: async () => (await import('./login/declaration.ts')).login,
  logout: async () => (await import('./logout/declaration.ts')).logout,
  credits: async () => (await import('./credits/declaration.ts')).credits,
  topup: async () => (await import('./topup/declaration.ts')).topup,
  proxy: async () => (await import('./proxy/declaration.ts')).proxy,
  mcp: async () => (await import('./mcp/declaration.ts')).mcp,
  config: async () => (await import('./config/declaration.ts')).config,
  profile: async () => (await import('./profile/declaration.ts')).profile,
  doctor: async () => (await import('./doctor/declaration.ts')).doctor,
  schema: async () => (await import('./schema/declaration.ts')).schema,
  completion: async () => (await import('./completion/declaration.ts')).completion,
  help: async () => (await import('./help/declaration.ts')).help,
}

export const commandNames: readonly string[] = Object.keys(commands)

/** Loads all declarations, or only the named one if it exists. */
export async function declarationsOf(name?: string): Promise<readonly Declaration[]> {
  const named = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  return Promise.all((named ? [named] : Object.values(commands)).map((load) => load()))
}
