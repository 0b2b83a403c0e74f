import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { identify } from '../accounts/accounts.ts'
import { createSessions } from '../http/admin/sessions.ts'
import { openAccessStore } from '../storage/accounts/open-access-store.ts'
import { createOperatorStore } from '../storage/admin/operator-store.ts'
import { openStore } from '../storage/open-store.ts'
import { operatorCommands } from './commands.ts'
import { onStore } from './printing/operator-ports.ts'

const nowMs = () => Date.UTC(2026, 10, 20)
let folder = ''
let lines: string[] = []
let input = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiq-operator-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The output of a command. */
async function run(...words: string[]): Promise<string> {
  lines = []
  const program = new Command('fiq-server').exitOverride().configureOutput({ writeErr: () => {} })
  operatorCommands(program, {
    environment: { FIQ_DATA_DIR: folder },
    nowMs,
    write: (line) => void lines.push(line),
    readInput: async () => input,
    fail: () => void lines.push('failed'),
  })
  await program.parseAsync(words, { from: 'user' })
  return lines.join('\n')
}
const json = async (...words: string[]) => JSON.parse(await run(...words, '--json'))

describe('keys', () => {
  test('default: create adds the organisation, grants credits, and prints a key that works', async () => {
    const made = await json(
      'keys',
      'create',
      '--org',
      'Acme',
      '--credits',
      '500',
      '--expires',
      '30d',
    )
    expect(made).toEqual({
      key: expect.stringMatching(/^fiq_/),
      id: expect.any(String),
      prefix: made.key.slice(0, 12),
      organisation: { id: expect.any(String), name: 'Acme', plan: 'pay-as-you-go' },
      credits: 500,
      expiresAt: '2026-12-20T00:00:00.000Z',
    })
    const who = await onStore({ database: undefined, dataDir: folder }, ({ database }) =>
      identify(`Bearer ${made.key}`, { store: openAccessStore(database), nowMs }),
    )
    expect(who.organisation.name).toBe('Acme')

    const more = await json('keys', 'create', '--org', 'Acme', '--credits', '1')
    expect(more).toMatchObject({ credits: 501, expiresAt: null, organisation: made.organisation })
  })

  test('behavior: lists keys without their text, and revokes by prefix, id, or the key on stdin', async () => {
    const made = await json('keys', 'create', '--org', 'Acme', '--name', 'ci')
    input = `${made.key}\n`
    expect(await json('keys', 'revoke', '-')).toMatchObject({ id: made.id, revoked: true })
    expect(await run('keys', 'revoke', made.prefix)).toBe(`${made.prefix}… was already revoked.`)
    const list = await run('keys', 'list', '--org', 'Acme')
    expect(list).toContain(`${made.prefix}  Acme          ci    revoked  never`)
    expect(list).not.toContain(made.key)
    expect(await json('keys', 'list')).toHaveLength(1)
  })

  test('error: refuses a key on the command line without printing it', async () => {
    const made = await json('keys', 'create', '--org', 'Acme')
    const refused: Error = await run('keys', 'revoke', made.key).catch((error) => error)
    expect(refused.message).toContain('Do not write the key on the command line')
    expect(refused.message).not.toContain(made.key)
    expect(await run('keys', 'list')).toContain('active')
  })

  test.each([
    [['keys', 'create', '--org', 'A', '--credits', '-5'], '--credits'],
    [['keys', 'create', '--org', 'A', '--credits', '1.5'], '--credits'],
    [['keys', 'create', '--org', 'A', '--expires', 'soon'], '--expires'],
    [['keys', 'create', '--org', 'A', '--expires', '0d'], '--expires'],
    [['keys', 'create', '--org', 'A', '--plan', 'gold'], 'Unknown plan "gold"'],
    [['keys', 'create', '--org', ''], 'A name has'],
    [['keys', 'list', '--org', 'Nobody'], 'no organisation "Nobody"'],
    [['keys', 'revoke', 'fiq_00000000'], 'No key matches'],
  ])('error: %j', async (words, message) => {
    await createRecord()
    await expect(run(...words)).rejects.toThrow(message)
    expect(await json('keys', 'list')).toEqual([])
    expect(await json('orgs', 'list')).toEqual([])
  })

  test("error: another plan than the organisation's reports how to change it", async () => {
    await run('orgs', 'create', 'Acme', '--plan', 'basic')
    await expect(
      run('keys', 'create', '--org', 'Acme', '--plan', 'professional'),
    ).rejects.toMatchObject({ remedy: expect.stringContaining('orgs plan "Acme" professional') })
    await run('orgs', 'plan', 'Acme', 'professional')
    expect(await json('keys', 'create', '--org', 'Acme', '--plan', 'professional')).toMatchObject({
      credits: 50_000,
    })
  })
})

/** As the first start of a server does. */
async function createRecord() {
  const { database } = await openStore({ database: undefined, dataDir: folder }, () => {})
  await database.close()
}

test.each(['orgs', 'keys', 'payments', 'operators'])(
  'error: %s list refuses a folder without a record, and creates none',
  async (area) => {
    await expect(run(area, 'list')).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
      message: `There is no record of a server in ${folder}.`,
    })
    expect(readdirSync(folder)).toEqual([])
  },
)

describe('orgs, plans and payments', () => {
  test('default: creates orgs once and lists them', async () => {
    expect(await run('orgs', 'create', 'Acme', '--plan', 'basic')).toBe(
      'Acme created on the plan basic.',
    )
    await expect(run('orgs', 'create', 'Acme')).rejects.toThrow('already')
    await expect(run('orgs', 'plan', 'Nobody', 'basic')).rejects.toThrow('no organisation')
    expect(await run('orgs', 'list')).toMatchInlineSnapshot(`
      "NAME  PLAN   CREDITS  CREATED
      Acme  basic        0  2026-11-20"
    `)
  })

  test('behavior: lists plans with their contents', async () => {
    expect(await json('plans', 'list')).toContainEqual(
      expect.objectContaining({ name: 'professional', areas: 'all' }),
    )
    expect(await run('plans', 'list')).toContain('CREDITS A MONTH')
  })

  test('behavior: lists payments by state, with their sums', async () => {
    await run('orgs', 'create', 'Acme')
    expect(await run('payments', 'list')).toContain('No payments.')
    const { record } = await openStore({ database: undefined, dataDir: folder }, () => {})
    const payer = `0x${'a'.repeat(40)}` as const
    const nonce = `0x${'7'.repeat(64)}` as const
    const authorization = {
      from: payer,
      to: payer,
      value: 15_000n,
      validAfter: 0n,
      validBefore: 9n,
      nonce,
    }
    const signed = { authorization, signature: '0x01' } as const
    await record.claim({ payer, nonce, request: 'r', signed, createdAt: nowMs() })
    const hashes = ['1', '2'].map((digit) => `0x${digit.repeat(64)}` as const)
    for (const hash of hashes) await record.broadcast({ payer, nonce }, hash)
    // Runs beside a server that has the database open.
    expect(await json('payments', 'list', '--state', 'broadcast')).toEqual({
      payments: [
        {
          payer,
          nonce,
          state: 'broadcast',
          amount: '0.015',
          reason: null,
          transaction: hashes[1],
          replaced: [hashes[0]],
          createdAt: '2026-11-20T00:00:00.000Z',
        },
      ],
      totals: [{ state: 'broadcast', count: 1, amount: '0.015' }],
      overdue: {
        count: 1,
        amount: '0.015',
        remedy: expect.stringContaining('fiq-server reconcile --rpc-url'),
      },
    })
    expect(await run('payments', 'list')).toContain(
      '1 payment, 0.015 USDC: expired, and it is unknown whether the money moved.\nCheck them on the chain:',
    )
    expect((await json('payments', 'list', '--state', 'owed')).payments).toEqual([])
    const shown = {
      payer,
      nonce,
      state: 'broadcast',
      amount: '0.015',
      payTo: payer,
      reason: null,
      meaning: expect.stringContaining('until the outcome is known'),
      validAfter: '1970-01-01T00:00:00.000Z',
      validBefore: '1970-01-01T00:00:09.000Z',
      transaction: hashes[1],
      logIndex: null,
      replaced: [hashes[0]],
      request: 'r',
      identifier: null,
      answer: null,
      answerStatus: null,
      createdAt: '2026-11-20T00:00:00.000Z',
      keptUntil: '2026-11-21T00:00:00.000Z',
    }
    for (const id of [nonce, ...hashes])
      expect(await json('payments', 'show', id)).toEqual({ payments: [shown] })
    expect(await run('payments', 'show', nonce)).toContain(`transaction   ${hashes[1]}`)
    await expect(run('payments', 'show', `0x${'9'.repeat(64)}`)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(run('payments', 'show', '0x12')).rejects.toThrow('64 hex digits')
    await record.close()
    expect(await run('reconcile', hashes[1]!)).toContain('broadcast  failed  0.015')
    expect(await json('reconcile')).toEqual({ payments: [], totals: [] })
    await expect(run('payments', 'list', '--state', 'lost')).rejects.toThrow('--state')
    await expect(run('payments', 'list', '--limit', '0')).rejects.toThrow('--limit')
  })
})

describe('operators', () => {
  test('default: add prints a link that signs in once; remove deletes the operator', async () => {
    const made = await json('operators', 'add', 'ann')
    expect(made).toEqual({
      operator: 'ann',
      link: `http://127.0.0.1:4020/admin#code=${made.code}`,
      code: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: '2026-11-20T00:10:00.000Z',
    })
    const again = await json('operators', 'link', 'ann', '--public-url', 'https://fiq.test/')
    expect(again.link).toBe(`https://fiq.test/admin#code=${again.code}`)
    const signIn = (code: string) =>
      onStore({ database: undefined, dataDir: folder }, ({ database }) => {
        const store = createOperatorStore(database)
        return createSessions({ store, nowMs, random: randomBytes }).signIn(code)
      })
    expect((await signIn(made.code)).session.owner).toBe('ann')
    await expect(signIn(made.code)).rejects.toThrow('unknown, used or older')
    expect(await json('operators', 'list')).toEqual([
      { name: 'ann', createdAt: '2026-11-20T00:00:00.000Z' },
    ])
    expect(await run('operators', 'remove', 'ann')).toContain('signed out everywhere')
    await expect(signIn(again.code)).rejects.toThrow('unknown, used or older')
  })

  test.each([
    [['operators', 'add', 'a b'], '1 to 64 letters'],
    [['operators', 'link', 'nobody'], 'no operator "nobody"'],
    [['operators', 'remove', 'nobody'], 'no operator "nobody"'],
  ])('error: %j', async (words, message) => {
    await createRecord()
    await expect(run(...words)).rejects.toThrow(message)
  })

  test('error: refuses a second operator of the same name', async () => {
    await run('operators', 'add', 'ann')
    await expect(run('operators', 'add', 'ann')).rejects.toThrow('operator ann exists already')
  })
})
