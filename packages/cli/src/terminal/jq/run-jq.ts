import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { FiqError } from '@fiq/shared/errors'
import type { JqOrder, JqOutcome } from './jq-thread.ts'

/** Maximum run time and length of a filter. */
export const jqLimits = { timeoutMs: 10_000, filterCharactersMax: 10_000 } as const

/**
 * Refuses a filter that jq cannot compile, before any request or payment.
 *
 * @throws FiqError `USAGE` with jq's own message.
 */
export async function checkFilter(filter: string): Promise<void> {
  if (filter.length > jqLimits.filterCharactersMax)
    throw new FiqError('USAGE', 'The --jq filter is too long.', {
      facts: [`Maximum: ${jqLimits.filterCharactersMax} characters`],
    })
  // Compiles the filter without running it, as an alternative of `empty`.
  const { stderr, exitCode } = await runThread({
    filter: `empty, (empty | (${filter}\n))`,
    json: '0',
  })
  if (exitCode !== 0) throw refused('The --jq filter cannot be used.', stderr)
}

/**
 * Runs a filter over a JSON text with jq itself (1.8, as WebAssembly in this package).
 *
 * @returns One compact JSON text for each result.
 * @throws FiqError `USAGE` if the filter fails on this input or does not end.
 */
export async function runJq(
  filter: string,
  json: string,
  timeoutMs: number = jqLimits.timeoutMs,
): Promise<readonly string[]> {
  const { stdout, stderr, exitCode } = await runThread({ filter, json }, timeoutMs)
  if (exitCode !== 0) throw refused('The --jq filter fails on this answer.', stderr)
  return stdout === '' ? [] : stdout.replace(/\n$/, '').split('\n')
}

/** The running thread. Compiling jq takes longer than a filter, so one thread runs all of them. */
let running: Worker | undefined

async function runThread(
  order: JqOrder,
  timeoutMs: number = jqLimits.timeoutMs,
): Promise<JqOutcome> {
  const { MessageChannel } = process.getBuiltinModule('node:worker_threads')
  running ??= startThread()
  const worker = running
  const { port1, port2 } = new MessageChannel()
  const { promise, resolve, reject } = Promise.withResolvers<JqOutcome>()
  port1.once('message', resolve)
  worker.once('error', reject)
  const timer = setTimeout(
    () => reject(refused('The --jq filter did not finish.', `no result in ${timeoutMs} ms`)),
    timeoutMs,
  )
  worker.postMessage({ order, reply: port2 }, [port2])
  try {
    return await promise
  } catch (error) {
    if (running === worker) running = undefined
    await worker.terminate()
    throw error
  } finally {
    clearTimeout(timer)
    worker.off('error', reject)
    port1.close()
  }
}

function startThread(): Worker {
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const name = import.meta.filename.endsWith('.ts') ? 'jq-thread.ts' : 'jq-thread.mjs'
  // The filter gets no environment of this machine.
  const worker = new Worker(join(import.meta.dirname, name), { env: {} })
  // The command ends without it.
  worker.unref()
  return worker
}

function refused(message: string, reason: string): FiqError {
  const lines = reason.split('\n').map((line) => line.trimEnd())
  return new FiqError('USAGE', message, {
    facts: lines.filter((line) => line !== '').slice(0, 5),
    remedy: 'Correct the filter. A paid answer is stored: the same command prints it again, free.',
  })
}
