import type { z } from 'zod'
import { checkAnswer, narrowedJson } from '../upstreams/checked-answer.ts'
import type { Transport, UpstreamAnswer, UpstreamRequest } from '../upstreams/transport.ts'

/**
 * Asks an upstream for JSON, checks that it is some, and narrows it to what the caller uses.
 *
 * @throws FiqError `UPSTREAM_…`, `NOT_FOUND`, `NOT_CONFIGURED`
 */
export async function askedJson<shape>(
  { upstreams }: { upstreams: Transport },
  request: Omit<UpstreamRequest, 'expects'>,
  schema: z.ZodType<shape>,
): Promise<{ body: shape; answer: UpstreamAnswer }> {
  const answer = await upstreams.fetch({ ...request, expects: 'json' })
  checkAnswer({ ...request, expects: 'json' }, null, answer.body)
  return { body: narrowedJson(answer, request.url, schema), answer }
}
