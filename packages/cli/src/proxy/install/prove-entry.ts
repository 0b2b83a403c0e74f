import { spawn } from 'node:child_process'
import { type ErrorCode, errorTable, FiqError } from '@fiq/shared/errors'
import { jsonOf } from '@fiq/shared/json'
import type { Command } from './edit-config.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Variables that MCP hosts pass to their servers. Source: the SDK's `getDefaultEnvironment`. */
const handedOn = [
  ...['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'],
  ...['APPDATA', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PROCESSOR_ARCHITECTURE'],
  ...['SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'USERNAME', 'USERPROFILE'],
]
/** Time limit of each start. */
const startMs = 20_000
const outputBytesMax = 1_048_576

/** What the started entry pays with. `wallet` is its address, if it pays from the wallet. */
export type Proof = {
  server: string
  wallet: string | null
  paysWith: 'wallet' | 'credits' | 'nothing'
}

/**
 * Starts an entry twice as an agent does, without the variables of this terminal: once to list its
 * tools, once to open its wallet.
 *
 * @throws FiqError `CONFIGURATION_INVALID` if it does not answer MCP; errors of opening the wallet,
 * such as `NO_WALLET` and `WALLET_LOCKED`.
 */
export async function proveEntry({ command, args, env: own }: Command, env: Env): Promise<Proof> {
  const variables = handedOn.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))
  const started = (words: readonly string[], input: string) =>
    run(command, words, { ...Object.fromEntries(variables), ...own }, input)
  const spoken = await started(args, messages)
  if (!listsTools(spoken.stdout))
    throw new FiqError(
      'CONFIGURATION_INVALID',
      'The entry does not start the way an agent starts it.',
      {
        facts: [`Command: ${[command, ...args].join(' ')}`, ...lastLines(spoken.stderr)],
        remedy:
          'Run the command of the entry in a terminal to see the reason. Nothing was written.',
      },
    )
  const checked = await started([...args, '--check', '--json'], '')
  const proof = lastJson(checked.stdout) as Partial<Proof> | undefined
  if (checked.status === 0 && proof?.server !== undefined && proof.paysWith !== undefined)
    return { server: proof.server, wallet: proof.wallet ?? null, paysWith: proof.paysWith }
  throw errorIn(checked.stderr)
}

const initialize = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'fiq mcp install', version: '1' },
}
const messages = [
  { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 2, method: 'tools/list' },
]
  .map((message) => `${JSON.stringify(message)}\n`)
  .join('')

type Ended = { status: number | null; stdout: string; stderr: string }

function run(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
  input: string,
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: 'pipe', windowsHide: true })
    const ended: Ended = { status: null, stdout: '', stderr: '' }
    const timer = setTimeout(() => child.kill('SIGKILL'), startMs)
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (chunk: Buffer) => {
        if (ended[name].length < outputBytesMax) ended[name] += chunk
      })
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const end = (status: number | null) => {
      clearTimeout(timer)
      resolve({ ...ended, status })
    }
    child.once('error', ({ message }) => {
      ended.stderr += message
      end(null)
    })
    child.once('close', end)
  })
}

function listsTools(stdout: string): boolean {
  return stdout.split('\n').some((line) => {
    const { id, result } = (jsonOf(line) ?? {}) as { id?: unknown; result?: { tools?: unknown } }
    return id === 2 && Array.isArray(result?.tools) && result.tools.length > 0
  })
}

function lastJson(text: string): unknown {
  return text
    .split('\n')
    .map(jsonOf)
    .findLast((value) => value !== undefined)
}

/** The error that the started program printed. */
function errorIn(stderr: string): FiqError {
  const { error } = (lastJson(stderr) ?? {}) as {
    error?: { code: ErrorCode; message: string; facts: readonly string[]; remedy: string }
  }
  if (error && Object.hasOwn(errorTable, error.code)) {
    const { code, message, facts, remedy } = error
    return new FiqError(code, message, { facts, remedy: remedies[code] ?? remedy })
  }
  return new FiqError('CONFIGURATION_INVALID', 'The entry could not open its wallet.', {
    facts: lastLines(stderr),
    remedy: 'Run fiq doctor to find the cause. Nothing was written.',
  })
}

/** Remedies for a process that cannot prompt for a passphrase. */
const remedies: Partial<Record<ErrorCode, string>> = {
  NO_WALLET:
    'Create a wallet with fiq wallet create, or with fiq wallet create --play for play money. Or pay from credits: fiq login. Or use free data from your own server: fiq up. Nothing was written.',
  WALLET_LOCKED:
    'Unlock the wallet for a limited time: fiq wallet unlock --for 8h. Or move its key to the OS keychain, where agents need no passphrase: fiq wallet export, then fiq wallet import --store keychain. Nothing was written; --no-check writes the entry without this check.',
}

function lastLines(text: string): readonly string[] {
  return text.trim().split('\n').slice(-3).filter(Boolean)
}
