import { budget } from './budget/declaration.ts'
import { campaignFinance } from './campaign-finance/declaration.ts'
import { completion } from './completion/declaration.ts'
import { config } from './config/declaration.ts'
import { credits } from './credits/declaration.ts'
import type { Declaration } from './declaration.ts'
import { doctor } from './doctor/declaration.ts'
import { entity } from './entity/declaration.ts'
import { gdp } from './gdp/declaration.ts'
import { help } from './help/declaration.ts'
import { history } from './history/declaration.ts'
import { holdings } from './holdings/declaration.ts'
import { inflation } from './inflation/declaration.ts'
import { login } from './login/declaration.ts'
import { logout } from './logout/declaration.ts'
import { mcp } from './mcp/declaration.ts'
import { multiples } from './multiples/declaration.ts'
import { payments } from './payments/declaration.ts'
import { price } from './price/declaration.ts'
import { profile } from './profile/declaration.ts'
import { proxy } from './proxy/declaration.ts'
import { query } from './query/declaration.ts'
import { quote } from './quote/declaration.ts'
import { rates } from './rates/declaration.ts'
import { sanctions } from './sanctions/declaration.ts'
import { schema } from './schema/declaration.ts'
import { screen } from './screen/declaration.ts'
import { search } from './search/declaration.ts'
import { series } from './series/declaration.ts'
import { shortInterest } from './short-interest/declaration.ts'
import { status } from './status/declaration.ts'
import { technicals } from './technicals/declaration.ts'
import { tool } from './tool/declaration.ts'
import { tools } from './tools/declaration.ts'
import { topup } from './topup/declaration.ts'
import { wallet } from './wallet/declaration.ts'
import { watch } from './watch/declaration.ts'

/** Every command, in the order of the help. A new one is a folder and a line here. */
export const declarations: readonly Declaration[] = [
  quote,
  history,
  watch,
  search,
  entity,
  technicals,
  screen,
  sanctions,
  holdings,
  shortInterest,
  campaignFinance,
  gdp,
  inflation,
  rates,
  series,
  multiples,
  status,
  query,
  tools,
  tool,
  price,
  wallet,
  budget,
  payments,
  login,
  logout,
  credits,
  topup,
  proxy,
  mcp,
  config,
  profile,
  doctor,
  schema,
  completion,
  help,
]
