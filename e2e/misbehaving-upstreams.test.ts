import { describeMisbehavingUpstreams } from '../packages/server/src/execution/testing/describe-misbehaving-upstreams.ts'

describeMisbehavingUpstreams({})
