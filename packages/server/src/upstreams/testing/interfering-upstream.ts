import type { ServerResponse } from 'node:http'
import { requestKey } from '../request-key.ts'
import type { UpstreamRequest } from '../transport.ts'
import { localUpstream } from './local-upstream.ts'
import { type HttpAnswer, requestOf, sandboxAnswers, sessions } from './sandbox-upstream.ts'

/** Answers a request itself, and says so by `true`; `sound` is what would be answered otherwise. */
export type Interference = (url: URL, response: ServerResponse, sound: HttpAnswer) => boolean

/**
 * Every upstream over HTTP at a time that stands still, so that each answer is invented once; one
 * part of them at a time may be made to misbehave. Sessions are always opened.
 */
export async function interferingUpstream(now: () => Date) {
  const upstream = await localUpstream(() => undefined)
  const sandbox = sandboxAnswers(now)
  const answers = new Map<string, Promise<HttpAnswer>>()
  const answerTo = (request: UpstreamRequest): Promise<HttpAnswer> => {
    const key = requestKey(request)
    const answer = answers.get(key) ?? sandbox(request)
    answers.set(key, answer)
    return answer
  }
  return {
    dispatcher: upstream.dispatcher,
    close: upstream.close,
    /** @param without hosts that know nothing of what they are asked */
    answer(without: ReadonlySet<string>, interferes: Interference = () => false): void {
      upstream.behaveAs(async (request, response) => {
        const asked = await requestOf(request)
        const { host, pathname } = asked.url
        const isSession = sessions[host + pathname] !== undefined
        const sound = without.has(host) && !isSession ? { status: 404 } : await answerTo(asked)
        if (isSession || !interferes(asked.url, response, sound))
          response.writeHead(sound.status, sound.headers).end(sound.body)
      })
    },
  }
}

/** Addresses of one kind differ in numbers and in the last part, less its extension. */
export function kindOf({ host, pathname }: URL): string {
  const [, folder = '', extension = ''] = /^(.*\/)[^/]*?(\.[a-z]+)?$/.exec(pathname) ?? []
  return `${host}${folder.replaceAll(/\d+/g, '#')}${extension}`
}
