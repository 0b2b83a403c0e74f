import { parentPort } from 'node:worker_threads'
import type { ThreadOrder } from './answer-work.ts'
import { resultOf } from './run-order.ts'

// A thread that reads and divides large answers. A bundle needs it as an entry of its own.
parentPort?.on('message', (order: ThreadOrder) => parentPort?.postMessage(resultOf(order)))
