import type { Connector } from '../../sources/connector.ts'
import { barUpstreams, loadBars } from '../../sources/prices/load-bars.ts'
import { technicalsOver } from './technicals-over.ts'

/** Technical indicators of an entity, over the bars of `priceHistory`. */
export const technicals: Connector = technicalsOver(loadBars, barUpstreams)
