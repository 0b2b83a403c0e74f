import { connectors } from '../connectors/connectors.ts'
import { describeMisbehavingUpstreams } from './testing/describe-misbehaving-upstreams.ts'

/** Each reads another kind of answer: JSON, tables, XML, archives. All are in e2e. */
const areas = ['quotes', 'insider-trades', 'inflation', 'clinical-trials', 'factor-returns']

describeMisbehavingUpstreams({
  of: connectors.filter(({ area }) => areas.includes(area)),
  oneIn: 3,
})
