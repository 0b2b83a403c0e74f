import { spawnSync } from 'node:child_process'

/** Number of responses, and seconds; `unsuccessful` are neither 2xx nor 3xx. */
export type Loaded = { requests: number; duration: number; unsuccessful: number }

/**
 * Sends requests over 32 connections from one thread, each after the last response. Needs wrk on
 * the PATH.
 *
 * @param script - A Lua file with the request.
 */
export function wrk(url: string, script: string, seconds: number): Loaded {
  const { stdout, status, error } = spawnSync(
    'wrk',
    ['-t1', '-c32', `-d${seconds}s`, '-s', script, url],
    { encoding: 'utf8' },
  )
  if (status !== 0)
    throw new Error(`wrk is needed (Debian: apt-get install wrk): ${error?.message ?? stdout}`)
  const [, requests, duration] = /(\d+) requests in ([\d.]+)s/.exec(stdout) ?? []
  const unsuccessful = Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0)
  return { requests: Number(requests), duration: Number(duration), unsuccessful }
}

/** The same for a server that responds to each request with 402. */
export function quotesFrom(server: { url: string }, script: string, seconds: number): Loaded {
  const loaded = wrk(`${server.url}/api/graphql`, script, seconds)
  // Requests in flight at the end are counted in only one of the two.
  if (Math.abs(loaded.unsuccessful - loaded.requests) > 64)
    throw new Error(`Of ${loaded.requests} answers ${loaded.unsuccessful} were a 402.`)
  return loaded
}
