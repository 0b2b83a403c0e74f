import type { Declaration } from '../command-line/declaration.ts'

/**
 * Every command, in the order of the help, loaded when it is asked for: a run needs the words of one.
 * A new one is a folder and a line here.
 */
const commands: Readonly<Record<string, () => Promise<Declaration>>> = {
  quote: async () => (await import('./quote/declaration.ts')).quote,
  history: async () => (await import('./history/declaration.ts')).history,
  watch: async () => (await import('./watch/declaration.ts')).watch,
  search: async () => (await import('./search/declaration.ts')).search,
  entity: async () => (await import('./entity/declaration.ts')).entity,
  technicals: async () => (await import('./technicals/declaration.ts')).technicals,
  screen: async () => (await import('./screen/declaration.ts')).screen,
  sanctions: async () => (await import('./sanctions/declaration.ts')).sanctions,
  holdings: async () => (await import('./holdings/declaration.ts')).holdings,
  'short-interest': async () => (await import('./short-interest/declaration.ts')).shortInterest,
  'campaign-finance': async () =>
    (await import('./campaign-finance/declaration.ts')).campaignFinance,
  gdp: async () => (await import('./gdp/declaration.ts')).gdp,
  inflation: async () => (await import('./inflation/declaration.ts')).inflation,
  rates: async () => (await import('./rates/declaration.ts')).rates,
  series: async () => (await import('./series/declaration.ts')).series,
  multiples: async () => (await import('./multiples/declaration.ts')).multiples,
  status: async () => (await import('./status/declaration.ts')).status,
  query: async () => (await import('./query/declaration.ts')).query,
  tools: async () => (await import('./tools/declaration.ts')).tools,
  tool: async () => (await import('./tool/declaration.ts')).tool,
  price: async () => (await import('./price/declaration.ts')).price,
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

/** All of them, or the one of this name where there is one. */
export async function declarationsOf(name?: string): Promise<readonly Declaration[]> {
  const named = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  return Promise.all((named ? [named] : Object.values(commands)).map((load) => load()))
}
