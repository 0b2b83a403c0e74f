import { budget } from './budget/declaration.ts'
import { completion } from './completion/declaration.ts'
import { config } from './config/declaration.ts'
import type { Declaration } from './declaration.ts'
import { entity } from './entity/declaration.ts'
import { gdp } from './gdp/declaration.ts'
import { help } from './help/declaration.ts'
import { history } from './history/declaration.ts'
import { inflation } from './inflation/declaration.ts'
import { payments } from './payments/declaration.ts'
import { price } from './price/declaration.ts'
import { query } from './query/declaration.ts'
import { quote } from './quote/declaration.ts'
import { sanctions } from './sanctions/declaration.ts'
import { search } from './search/declaration.ts'
import { series } from './series/declaration.ts'
import { status } from './status/declaration.ts'
import { tool } from './tool/declaration.ts'
import { tools } from './tools/declaration.ts'
import { wallet } from './wallet/declaration.ts'

/** Every command, in the order of the help. A new one is a folder and a line here. */
export const declarations: readonly Declaration[] = [
  quote,
  history,
  search,
  entity,
  sanctions,
  gdp,
  inflation,
  series,
  status,
  query,
  tools,
  tool,
  price,
  wallet,
  budget,
  payments,
  config,
  completion,
  help,
]
