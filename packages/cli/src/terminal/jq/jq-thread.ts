import { parentPort, workerData } from 'node:worker_threads'
import { raw } from 'jq-wasm/inline'

/** Input of the thread, and its result. */
export type JqOrder = { filter: string; json: string }
export type JqOutcome = { stdout: string; stderr: string; exitCode: number }

// A filter may run for ever; in a separate thread it can be stopped.
const { filter, json } = workerData as JqOrder
parentPort?.postMessage((await raw(json, filter, ['-c'])) satisfies JqOutcome)
