/** An error of the server. `message` contains the cause and the remedy. */
export class Refused extends Error {}

/**
 * Sends a change to the server, with the token of the session.
 *
 * @param csrf - Empty before the sign-in.
 * @throws Refused also when the server cannot be reached.
 */
export async function sendChange(
  path: string,
  body: unknown,
  { fetch, csrf }: { fetch: typeof globalThis.fetch; csrf: string },
): Promise<Readonly<Record<string, unknown>>> {
  let answer: Response
  try {
    answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-fiq-csrf': csrf },
      body: JSON.stringify(body),
      credentials: 'same-origin',
    })
  } catch {
    throw new Refused(
      'The server cannot be reached. The change may have been made: reload the page.',
    )
  }
  const json: unknown = await answer.json().catch(() => undefined)
  if (answer.ok) return (json ?? {}) as Readonly<Record<string, unknown>>
  throw new Refused(wordsOf(json, answer.status))
}

/** Message, facts and remedy of the server's error format. */
export function wordsOf(json: unknown, status: number): string {
  const [error] = (json as { errors?: WireError[] } | undefined)?.errors ?? []
  if (!error) return `The server answered ${status}. Try again; its log says why.`
  const { facts = [], remedy = '' } = error.extensions ?? {}
  return [error.message, ...facts, remedy].filter(Boolean).join('\n')
}

type WireError = { message: string; extensions?: { facts?: string[]; remedy?: string } }
