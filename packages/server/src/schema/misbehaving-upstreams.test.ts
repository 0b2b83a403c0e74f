import { describeMisbehavingUpstreams } from './testing/describe-misbehaving-upstreams.ts'

// A twelfth of the matrix. The whole of it is in e2e/misbehaving-upstreams.test.ts.
describeMisbehavingUpstreams({ oneIn: 12 })
