import { describeMisbehavingUpstreams } from '../packages/server/src/schema/testing/describe-misbehaving-upstreams.ts'

describeMisbehavingUpstreams({})
