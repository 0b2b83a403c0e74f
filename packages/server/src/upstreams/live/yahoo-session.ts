import { refuse } from '../checked-answer.ts'
import type { Send } from './exchange.ts'
import { refusal } from './refusals.ts'

/** A session with Yahoo, which returns quotes only to clients with a cookie and its crumb. */
export type YahooSession = {
  /** The address and headers to send; unchanged for addresses that need no crumb. */
  sign(url: URL, send: Send): Promise<{ url: URL; headers: Readonly<Record<string, string>> }>
  /** Drops a refused crumb: the next request fetches a new one. */
  forget(): void
}

type Signature = { cookie: string; crumb: string }

const cookiePage = new URL('https://fc.yahoo.com/')
const crumbPage = new URL('https://query1.finance.yahoo.com/v1/test/getcrumb')

/** Opens a session with one cookie and crumb for all callers, fetched on first use. */
export function yahooSession(): YahooSession {
  let signature: Promise<Signature> | undefined
  return {
    async sign(url, send) {
      if (!needsCrumb(url)) return { url, headers: {} }
      const opening = signature ?? open(send)
      signature = opening
      try {
        const { cookie, crumb } = await opening
        const signed = new URL(url)
        signed.searchParams.set('crumb', crumb)
        return { url: signed, headers: { cookie } }
      } catch (error) {
        if (signature === opening) signature = undefined
        throw error
      }
    },
    forget() {
      signature = undefined
    },
  }
}

function needsCrumb({ host, pathname }: URL): boolean {
  return /^query[12]\.finance\.yahoo\.com$/.test(host) && /^\/v(?:7|10|1\/finance)\//.test(pathname)
}

async function open(send: Send): Promise<Signature> {
  // The page answers 404, but sets the cookie for clients that accept HTML.
  const page = await send({ url: cookiePage, expects: 'text' }, { accept: 'text/html' })
  if (page.status === 429 || page.status >= 500) throw refusal(page.status, cookiePage)
  const cookie = page.headers['set-cookie']?.split(';')[0]
  if (!cookie) return refuse(cookiePage, 'no cookie')
  const answer = await send({ url: crumbPage, expects: 'text' }, { cookie })
  if (answer.status === 429 || answer.status >= 500) throw refusal(answer.status, crumbPage)
  const crumb = new TextDecoder().decode(answer.body)
  // Yahoo also sends "Too Many Requests" with status 200.
  if (answer.status !== 200 || !/^[^\s<>{}"]{5,40}$/.test(crumb)) refuse(crumbPage, 'no crumb')
  return { cookie, crumb }
}
