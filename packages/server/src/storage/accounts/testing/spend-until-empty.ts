import { parentPort, workerData } from 'node:worker_threads'
import { openSqliteAccessStore } from './sqlite-access-store.ts'

/** Debits a few credits at a time on the same file from another thread, until none are left. */
const { file, worker, credits, at } = workerData as {
  file: string
  worker: number
  credits: number
  at: number
}
const store = openSqliteAccessStore(file)
let taken = 0
for (let index = 0; ; index++) {
  const answer = await store.take({
    id: `${worker}:${index}`,
    organisation: 'acme',
    key: `k${worker}`,
    credits,
    month: '2026-11',
    monthlyCredits: 100,
    at,
  })
  if (!answer.taken) break
  taken += credits
}
await store.close()
parentPort?.postMessage(taken)
