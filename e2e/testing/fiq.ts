import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { placeTestWallet } from '../../packages/cli/src/wallet/testing/test-keystore.ts'

const root = join(import.meta.dirname, '../..')

export type Ended = { status: number | null; stdout: string; stderr: string }

/** Address and home of a client. */
export type ClientHome = { url: string; home: string }

/** Runs the built `fiq` like a script: without a terminal, with its own home folder. */
export function fiq(
  { url, home }: ClientHome,
  args: readonly string[],
  options: { input?: string; env?: Record<string, string> } = {},
): Promise<Ended> {
  // Trusts the server like a script, because the first payment would otherwise prompt.
  const consent = url === '' ? [] : ['--trust', url]
  const child = spawn(join(root, 'bin/fiq'), [...args, ...consent], {
    env: {
      PATH: process.env['PATH'],
      FIQ_URL: url,
      FIQ_HOME: home,
      FIQ_WALLET_PASSPHRASE: 'correct horse',
      ...options.env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended: Ended = { status: null, stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (ended.stdout += chunk))
  child.stderr.on('data', (chunk: Buffer) => (ended.stderr += chunk))
  child.stdin.on('error', () => {})
  child.stdin.end(options.input ?? '')
  return new Promise((resolve) => child.on('close', (status) => resolve({ ...ended, status })))
}

/**
 * Gives a new client a wallet with the test key, whose file opens immediately: every paying command
 * would derive the key of a created one, which takes more CPU than the rest of the command.
 *
 * @returns Its address.
 */
export function placeWallet({ home }: ClientHome): `0x${string}` {
  return placeTestWallet(home, 'main').address
}

/** The same for a command that must succeed. Returns its standard output as JSON. */
export async function fiqJson<value>(
  client: ClientHome,
  ...args: readonly string[]
): Promise<value> {
  const { status, stdout, stderr } = await fiq(client, args)
  if (status !== 0) throw new Error(`fiq ${args.join(' ')} ended with ${status}:\n${stderr}`)
  return JSON.parse(stdout) as value
}
