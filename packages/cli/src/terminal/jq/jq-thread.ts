import { type MessagePort, parentPort } from 'node:worker_threads'
import { raw } from 'jq-wasm/inline'

/** Input of the thread, and its result. */
export type JqOrder = { filter: string; json: string }
export type JqOutcome = { stdout: string; stderr: string; exitCode: number }

// A filter may run for ever; in a separate thread it can be stopped.
parentPort?.on('message', ({ order, reply }: { order: JqOrder; reply: MessagePort }) => {
  void raw(order.json, order.filter, ['-c']).then((outcome) =>
    reply.postMessage(outcome satisfies JqOutcome),
  )
})
