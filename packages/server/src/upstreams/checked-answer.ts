import { FiqError } from '@fiq/shared/errors'
import type { z } from 'zod'
import { dropAnswer } from './refused-answers.ts'
import type { Mode, UpstreamAnswer, UpstreamRequest } from './transport.ts'

/**
 * Refuses bytes of another form than the request expects, by content type and first byte. Some
 * upstreams return HTML error pages or `{error}` with status 200.
 *
 * @param contentType as the upstream stated it, `null` if it stated none (files)
 * @throws FiqError `UPSTREAM_CHANGED`, or the request's own notice
 */
export function checkAnswer(
  request: Pick<UpstreamRequest, 'url' | 'expects' | 'noticeOf'>,
  contentType: string | null,
  body: Uint8Array,
): void {
  const { expects, url } = request
  if (body.length === 0) refuse(url, 'an empty body')
  if (expects === 'binary') return
  const first = firstCharacter(body)
  const isOdd = contentType?.includes('text/html') || !/[[{"\d\-tfn]/.test(first)
  const notice = isOdd ? noticeIn(request, body) : undefined
  if (notice) {
    dropAnswer(url)
    throw notice
  }
  if (expects === 'html' || expects === 'xml') {
    if (first !== '<') refuse(url, `text that starts with ${JSON.stringify(first)}`)
    if (expects === 'xml' && looksLikeHtml(body)) refuse(url, 'an HTML page')
    return
  }
  if (contentType?.includes('text/html') || first === '<') refuse(url, 'an HTML page')
  if (expects === 'json' && !/[[{"\d\-tfn]/.test(first))
    refuse(url, `text that starts with ${JSON.stringify(first)}`)
}

/** The source's own notice at the beginning of a body, if the request recognises it. */
export function noticeIn(
  { noticeOf }: Pick<UpstreamRequest, 'noticeOf'>,
  body: Uint8Array,
): FiqError | undefined {
  return noticeOf?.(utf8.decode(body.subarray(0, 500)))
}

/**
 * Minimum number of rows of a list in this mode: `rowsMin` for published lists; sandbox and
 * recorded ones are short.
 */
export function rowsMinIn(mode: Mode, rowsMin: number): number {
  return mode === 'live' || mode === 'mirror' ? rowsMin : 1
}

/** The body as text, without a byte order mark. Bytes that are not UTF-8 become U+FFFD. */
export function textOf(answer: Pick<UpstreamAnswer, 'body'>): string {
  return utf8.decode(answer.body)
}

/**
 * The body as JSON, narrowed to the fields that the caller uses.
 *
 * @example const facts = narrowedJson(answer, request.url, z.object({ cik: z.number() }))
 * @throws FiqError `UPSTREAM_CHANGED` for any other JSON or text
 */
export function narrowedJson<shape>(
  answer: UpstreamAnswer,
  url: URL,
  schema: z.ZodType<shape>,
): shape {
  let value: unknown
  try {
    value = JSON.parse(textOf(answer))
  } catch (cause) {
    return refuse(url, 'text that is not JSON', { cause })
  }
  const narrowed = schema.safeParse(value)
  if (narrowed.success) return narrowed.data
  const issue = narrowed.error.issues[0]
  return refuse(url, 'JSON of another shape', {
    facts: [`At ${issue?.path.join('.') || 'the top'}: ${issue?.message ?? 'unknown'}`],
    cause: narrowed.error,
  })
}

const utf8 = new TextDecoder()
const bom = [0xef, 0xbb, 0xbf]

function firstCharacter(body: Uint8Array): string {
  let at = bom.every((byte, index) => body[index] === byte) ? bom.length : 0
  while (at < body.length && isSpace(body[at])) at += 1
  return at < body.length ? String.fromCharCode(body[at] as number) : ''
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d
}

function looksLikeHtml(body: Uint8Array): boolean {
  return /^\s*<(?:!doctype\s+html|html)\b/i.test(utf8.decode(body.subarray(0, 200)))
}

/**
 * Refuses the response to a request and drops it from the caches.
 *
 * @param url the URL object of the request
 * @throws FiqError `UPSTREAM_CHANGED` naming the upstream by host and path. The query is omitted
 * because it may contain a key.
 */
export function refuse(
  url: URL,
  actual: string,
  detail: { facts?: readonly string[]; cause?: unknown } = {},
): never {
  dropAnswer(url)
  throw new FiqError('UPSTREAM_CHANGED', `${url.host} answered ${actual}.`, {
    ...detail,
    facts: [`Address: ${url.host}${url.pathname}`, ...(detail.facts ?? [])],
  })
}

/**
 * Refuses a response with status 200 that reports too many requests. Otherwise use {@link refuse}.
 *
 * @throws FiqError `UPSTREAM_RATE_LIMITED`
 */
export function refuseAsLimited(url: URL): never {
  dropAnswer(url)
  throw new FiqError('UPSTREAM_RATE_LIMITED', `${url.host} limits the requests of this server.`)
}
