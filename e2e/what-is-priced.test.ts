import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from './faults/audit.ts'
import { fund } from './faults/fund.ts'
import { createPayer, type GraphqlRequest, type History, present } from './faults/payer.ts'
import { type ServerProcess, startProcess } from './faults/server-process.ts'

const hidden: GraphqlRequest = {
  query: `query ($no: Boolean!) { entityByTicker(ticker: "AAPL") { name }
    entityByTicker(ticker: "AAPL") @include(if: $no) {
      ... { market { price } executives { name } news(filter: { limit: 500 }) { title } } } }`,
  variables: { no: false },
}
const shared: GraphqlRequest = {
  query: `query ($x: Boolean!) { b: entityByTicker(ticker: "MSFT") { ...E @include(if: $x) ...F } }
    fragment F on Entity { name market { price } } fragment E on Entity { ...F executives { name } }`,
  variables: { x: false },
}
const nullCondition: GraphqlRequest = {
  query: `query ($x: Boolean = false) { a: entityByTicker(ticker: "AAPL") { name }
    entityByTicker(ticker: "AAPL") @skip(if: $x) { name } }`,
  variables: { x: null },
}

// The build contains graphql once. Other tests load it twice, which hides the executor's caching.
describe('the built server runs the priced query, at every repetition', () => {
  let folder: string
  let server: ServerProcess
  let payer: ReturnType<typeof createPayer>
  const histories: History[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fiq-priced-'))
    const account = privateKeyToAccount(generatePrivateKey())
    await fund(folder, account.address)
    server = await startProcess({ folder })
    payer = createPayer(server.url, account)
  }, 30_000)
  afterAll(async () => {
    await server.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  })

  const buy = async (request: GraphqlRequest) => {
    const purchase = await payer.sign(undefined, request)
    const answer = await present(server.url, purchase)
    histories.push({ purchase, answers: [answer] })
    expect(answer?.status).toBe(200)
    return answer?.body ?? ''
  }

  test.each<[string, GraphqlRequest, RegExp, string[]]>([
    [
      'a merged field that a variable leaves out',
      hidden,
      /^\{"data":\{"entityByTicker":\{"name":"[^"]+"\}\},"extensions":/,
      ['entityByTicker', 'minimum'],
    ],
    [
      'a fragment whose other spread is left out',
      shared,
      /^\{"data":\{"b":\{"name":"[^"]+","market":\{"price":[\d.]+\}\}\},"extensions":/,
      ['b', 'b.market', 'minimum'],
    ],
  ])('error: %s', async (_, request, bytes, rows) => {
    const bodies = [await buy(request), await buy(request), await buy(request)]
    for (const body of bodies) {
      expect(body).toMatch(bytes)
      const { cost } = JSON.parse(body).extensions
      expect(cost.rows.map(([path]: string[]) => path)).toEqual(rows)
    }
  })

  test('error: refuses a null condition without a price', async () => {
    for (let time = 0; time < 2; time += 1) {
      const refused = await present(server.url, { body: JSON.stringify(nullCondition) })
      expect(refused).toMatchObject({ code: 'BAD_INPUT', receipt: undefined })
    }
    await expect(payer.sign(undefined, nullCondition)).rejects.toThrow()
  })

  test('behavior: the chain moved the minimum of 0.015 USDC for each purchase', async () => {
    await server.kill('SIGTERM')
    const { books, violations } = await audit(folder, histories)
    expect(violations).toEqual([])
    expect(books).toMatchObject({ received: 6n * 15_000n, answered: 6n * 15_000n, owed: 0n })
  })
})
