import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { scratchFolder } from '../../payment/testing/test-payer.ts'

const processes = 6
const requests = 40

/** Opens each request at the same moment as the other processes, and prints the keys. */
const script = `
const [, file, folder] = process.argv
const { createCreditPurchases } = await import(file)
const ports = { now: () => Date.now(), createKey: () => crypto.randomUUID() }
const purchases = createCreditPurchases(folder, ports)
console.log('ready')
const [start] = await new Promise((resolve) => process.stdin.once('data', (data) => resolve([Number(data)])))
const opened = []
let counted = 0
const cost = { add: () => void (counted += 1), remove: () => void (counted -= 1) }
for (let place = 0; place < ${requests}; place += 1) {
  while (Date.now() < start + 10 * place);
  const { key, isResumed } = purchases.open(String(place).padStart(64, '0'), cost)
  opened.push([key, isResumed])
}
console.log(JSON.stringify({ opened, counted }))
process.exit()
`

test('behavior: of six processes that send a request at the same moment one creates its purchase', async () => {
  using folder = scratchFolder()
  const file = join(import.meta.dirname, 'credit-purchases.ts')
  const children = Array.from({ length: processes }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script, '--', file, folder.path], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  )
  const lines = children.map(({ stdout }) => createInterface(stdout))
  await Promise.all(lines.map((each) => once(each, 'line')))
  const printed = lines.map((each) => once(each, 'line'))
  const start = Date.now() + 100
  for (const { stdin } of children) stdin.write(String(start))
  const results = (await Promise.all(printed)).map(
    ([line]) => JSON.parse(line as string) as { opened: [string, boolean][]; counted: number },
  )
  const opened = results.map((each) => each.opened)
  // The price of each purchase is counted once.
  expect(results.reduce((sum, { counted }) => sum + counted, 0)).toBe(requests)
  for (let place = 0; place < requests; place += 1) {
    const ofRequest = opened.map((each) => each[place]!)
    expect(new Set(ofRequest.map(([key]) => key)).size).toBe(1)
    expect(ofRequest.filter(([, isResumed]) => !isResumed)).toHaveLength(1)
  }
})
