import { FiqError } from '@fiq/shared/errors'
import { jsonOf } from '@fiq/shared/json'
import { refuse, textOf } from '../checked-answer.ts'
import type { Send } from './exchange.ts'
import { refusal } from './refusals.ts'

/**
 * A session with Reddit, which requires a token in exchange for a client's identifier and secret.
 */
export type RedditSession = {
  /** Headers for this address; none for other hosts. */
  headersFor(url: URL, send: Send): Promise<Readonly<Record<string, string>>>
}

const tokenUrl = new URL('https://www.reddit.com/api/v1/access_token')
const apiHost = 'oauth.reddit.com'
/** A token is renewed this long before it expires. */
const marginMs = 60_000
const lifeMaxMs = 24 * 3_600_000

type Held = { token: string; until: number }

/** Opens a session with one token for all callers. It belongs to the application, not to a user. */
export function redditSession(
  upstreamKeyOf: (variable: string) => string | undefined,
  nowMs: () => number,
): RedditSession {
  let currentToken: Promise<Held> | undefined
  return {
    async headersFor(url, send) {
      if (url.hostname !== apiHost) return {}
      const current = await currentToken?.catch(() => undefined)
      if (!current || current.until <= nowMs()) currentToken = open(upstreamKeyOf, nowMs, send)
      const { token } = await currentToken!
      return { authorization: `Bearer ${token}` }
    },
  }
}

async function open(
  upstreamKeyOf: (variable: string) => string | undefined,
  nowMs: () => number,
  send: Send,
): Promise<Held> {
  const [id, secret] = [upstreamKeyOf('REDDIT_CLIENT_ID'), upstreamKeyOf('REDDIT_CLIENT_SECRET')]
  if (!id || !secret)
    throw new FiqError(
      'NOT_CONFIGURED',
      'Reddit needs REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET.',
      {
        facts: ['Variables: REDDIT_CLIENT_ID, REDDIT_CLIENT_SECRET'],
        remedy: 'Ask the operator to set both.',
      },
    )
  const { status, body } = await send(
    { url: tokenUrl, method: 'POST', body: 'grant_type=client_credentials', expects: 'json' },
    {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
  )
  if (status === 401 || status === 403)
    throw new FiqError('NOT_CONFIGURED', 'Reddit refuses the client id or secret of this server.')
  if (status === 429 || status >= 500) throw refusal(status, tokenUrl)
  const { access_token: token, expires_in: seconds } = Object(jsonOf(textOf({ body })))
  if (status !== 200 || typeof token !== 'string' || !/^[\w.~+/=-]{10,4000}$/.test(token))
    return refuse(tokenUrl, 'no token')
  const lifeMs = Math.min(Number(seconds) * 1_000 || 0, lifeMaxMs)
  return { token, until: nowMs() + lifeMs - marginMs }
}
