import type { ServerResponse } from 'node:http'
import { requestKey } from '../request-key.ts'
import type { UpstreamRequest } from '../transport.ts'
import { localUpstream } from './local-upstream.ts'
import { type HttpAnswer, requestOf, sandboxAnswers, sessions } from './sandbox-upstream.ts'

/**
 * Answers a request itself and returns `true`, or returns `false`. `sound` is the correct response.
 */
export type Interference = (url: URL, response: ServerResponse, sound: HttpAnswer) => boolean

/**
 * All upstreams over HTTP at a fixed time, so that each response is invented once. A test can make
 * a part of them misbehave. Sessions are always opened.
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
    /** @param without hosts that answer 404 */
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

/**
 * The kind of an address: its host and path without numbers and without the last name, whose
 * extension remains.
 */
export function kindOf({ host, pathname }: URL): string {
  const [, folder = '', extension = ''] = /^(.*\/)[^/]*?(\.[a-z]+)?$/.exec(pathname) ?? []
  return `${host}${folder.replaceAll(/\d+/g, '#')}${extension}`
}
