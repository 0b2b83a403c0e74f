import type { Connector } from '../../sources/connector.ts'
import { barUpstreams, loadBars } from '../../sources/prices/load-bars.ts'
import { technicalsOver } from './technicals-over.ts'

/** Technical indicators of an entity, over the bars that `priceHistory` answers. */
export const technicals: Connector = technicalsOver(loadBars, barUpstreams)
