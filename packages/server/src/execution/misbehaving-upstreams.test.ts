import { connectors } from '../connectors/connectors.ts'
import { describeMisbehavingUpstreams } from './testing/describe-misbehaving-upstreams.ts'

/** One area for each kind of response: JSON, tables, XML, archives. e2e tests all. */
const areas = ['quotes', 'insider-trades', 'inflation', 'clinical-trials', 'factor-returns']

describeMisbehavingUpstreams({
  of: connectors.filter(({ area }) => areas.includes(area)),
  oneIn: 3,
})
