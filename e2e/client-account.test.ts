import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClientHome, fiq, fiqJson, placeWallet } from './testing/fiq.ts'
import { runningServer } from './testing/running-server.ts'

describe('an account from the terminal', () => {
  let server: Awaited<ReturnType<typeof runningServer>>
  let client: ClientHome
  beforeAll(async () => {
    server = await runningServer()
    client = { url: server.url, home: mkdtempSync(join(tmpdir(), 'fiq-account-')) }
    placeWallet(client)
    await fiqJson(client, 'wallet', 'fund')
  })
  afterAll(async () => {
    await server.close()
    rmSync(client.home, { recursive: true, force: true })
  })

  test('default: signs in with the wallet, buys credits on the chain, charges queries, and signs out', async () => {
    const signedIn = await fiq(client, ['login', 'siwx', '--yes', '--store', 'file'])
    expect([signedIn.status, JSON.parse(signedIn.stdout)]).toMatchObject([0, { by: 'siwx' }])
    expect(signedIn.stderr).toContain('wants you to sign in with your Ethereum account')
    const credentials = join(client.home, 'credentials.json')
    expect((statSync(credentials).mode & 0o777).toString(8)).toBe('600')
    const [{ key }] = Object.values(
      Object.values(JSON.parse(readFileSync(credentials, 'utf8')))[0] as object,
    ) as [{ key: string }]
    expect(signedIn.stdout + signedIn.stderr).not.toContain(key)

    const before = await server.devnet.balanceOf(server.payTo)
    const bought = await fiqJson(client, 'topup', '0.3', '--yes')
    expect(bought).toMatchObject({ credits: 100, creditsLeft: 100, amountUsd: '0.3' })
    const { organisation } = await fiqJson<{ organisation: unknown }>(client, 'credits')
    expect(bought).toMatchObject({ organisation })
    expect(await server.devnet.balanceOf(server.payTo)).toBe(before + 300_000n)
    const [payment] = await fiqJson<object[]>(client, 'payments', 'export')
    expect(payment).toMatchObject({ amount: '0.3', credits: 100, state: 'answered' })

    await fiqJson(client, 'status')
    expect(await fiqJson(client, 'credits')).toMatchObject({ credits: 95 })
    // Charged to credits, so there is no second payment. With --no-api-key it is paid.
    expect(await fiqJson<object[]>(client, 'payments', 'list')).toHaveLength(1)
    await fiqJson(client, 'status', '--no-api-key')
    expect(await fiqJson<object[]>(client, 'payments', 'list')).toHaveLength(2)

    expect((await fiq(client, ['logout'])).status).toBe(0)
    const after = await fiq(client, ['credits'])
    expect([after.status, JSON.parse(after.stderr).error.code]).toEqual([4, 'INVALID_KEY'])
    const revoked = await fiq(client, ['credits'], { env: { FIQ_API_KEY: key } })
    expect([revoked.status, JSON.parse(revoked.stderr).error.code]).toEqual([4, 'INVALID_KEY'])
  })

  test("behavior: without a key, a top-up is credited to the wallet's account", async () => {
    const before = await server.devnet.balanceOf(server.payTo)
    // Charges ten credits, without the remaining two thirds of a credit.
    expect(await fiqJson(client, 'topup', '0.032', '--yes')).toMatchObject({ credits: 10 })
    expect(await server.devnet.balanceOf(server.payTo)).toBe(before + 30_000n)
  })

  test('error: refuses a top-up above the cap of one payment, and an invalid key', async () => {
    const over = await fiq(client, ['topup', '5', '--yes'])
    expect([over.status, JSON.parse(over.stderr).error.code]).toEqual([7, 'OVER_LIMIT'])
    const wrong = await fiq(client, ['login', 'key'], { input: 'fiq_wrong\n' })
    expect([wrong.status, JSON.parse(wrong.stderr).error.code]).toEqual([4, 'INVALID_KEY'])
  })

  test('default: doctor finds nothing wrong', async () => {
    const checks = await fiqJson<{ name: string; status: string }[]>(client, 'doctor')
    expect(checks.filter(({ status }) => status === 'failed')).toEqual([])
    expect(checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['journal', 'wallet', 'server', 'tariff', 'clock']),
    )
  })
})
