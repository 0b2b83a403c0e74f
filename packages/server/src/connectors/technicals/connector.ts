import type { Connector } from '../connector.ts'
import { loadBars, priceHistory } from '../price-history/connector.ts'
import { technicalsOver } from './technicals-over.ts'

/** Technical indicators of an entity, over the bars that `priceHistory` answers. */
export const technicals: Connector = technicalsOver(loadBars, priceHistory.upstreams)
