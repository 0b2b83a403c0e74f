import { parentPort } from 'node:worker_threads'
import { runOrder } from './run-order.ts'
import { answerOrders } from './thread-lane.ts'

// Thread that reads large answers. It is a separate entry of the bundle.
answerOrders(parentPort, runOrder)
