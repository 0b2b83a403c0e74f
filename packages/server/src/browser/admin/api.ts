import { wordsOf } from '../session/change.ts'
/** Requests of the page to the server, in the session of the operator. */
export type Api = {
  /** @param isRefresh - Whether it is an automatic refresh, which does not extend the session. */
  read<shape>(path: string, isRefresh?: boolean): Promise<shape>
  change<shape>(path: string, body: unknown): Promise<shape>
}

/** An error of the server. `message` contains the cause and the remedy. */
export class Refused extends Error {
  readonly isSignedOut: boolean

  constructor(message: string, isSignedOut: boolean) {
    super(message)
    this.isSignedOut = isSignedOut
  }
}

export type ApiPorts = {
  fetch(path: string, init: RequestInit): Promise<Response>
  /** Token of the session; empty before the sign-in. */
  csrf(): string
}

/** @throws Refused from both methods, also when the server cannot be reached. */
export function createApi({ fetch, csrf }: ApiPorts): Api {
  const send = async <shape>(path: string, init: RequestInit): Promise<shape> => {
    let answer: Response
    try {
      answer = await fetch(`/admin/api/${path}`, { ...init, credentials: 'same-origin' })
    } catch {
      throw new Refused('The server cannot be reached. The page tries again automatically.', false)
    }
    const json: unknown = await answer.json().catch(() => undefined)
    if (answer.ok) return json as shape
    throw new Refused(wordsOf(json, answer.status), answer.status === 401)
  }
  return {
    read: (path, isRefresh = false) =>
      send(path, { headers: isRefresh ? { 'x-fiq-refresh': '1' } : {} }),
    change: (path, body) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-fiq-csrf': csrf() },
        body: JSON.stringify(body),
      }),
  }
}
