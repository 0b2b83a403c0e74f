import { parentPort } from 'node:worker_threads'
import type { ThreadOrder } from './answer-work.ts'
import { resultOf } from './run-order.ts'

// Thread that reads and divides large answers. It is a separate entry of the bundle.
parentPort?.on('message', (order: ThreadOrder) => parentPort?.postMessage(resultOf(order)))
