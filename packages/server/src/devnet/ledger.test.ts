import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { encodeAbiParameters, encodeEventTopics, parseAbi } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { type MinedBlock, openLedger, type RpcLog } from './ledger.ts'

const folder = mkdtempSync(join(tmpdir(), 'fiq-ledger-'))
afterAll(() => rmSync(folder, { recursive: true }))

const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
])
const token = `0x${'AA'.repeat(20)}`
const address = (number: number): `0x${string}` => `0x${number.toString(16).padStart(40, '0')}`
const hashOf = (number: number): `0x${string}` => `0x${number.toString(16).padStart(64, '0')}`
const transfer = (from: number, to: number, value: bigint, logIndex = 0): RpcLog => ({
  address: token,
  topics: encodeEventTopics({
    abi,
    eventName: 'Transfer',
    args: { from: address(from), to: address(to) },
  }) as string[],
  data: encodeAbiParameters([{ type: 'uint256' }], [value]),
  logIndex: `0x${logIndex.toString(16)}`,
})
const used = (authorizer: number, nonce: number, logIndex = 0): RpcLog => ({
  address: token,
  topics: encodeEventTopics({
    abi,
    eventName: 'AuthorizationUsed',
    args: { authorizer: address(authorizer), nonce: hashOf(nonce) },
  }) as string[],
  data: '0x',
  logIndex: `0x${logIndex.toString(16)}`,
})
const block = (number: number, logs: RpcLog[]): MinedBlock => ({
  number,
  transactions: [
    { hash: hashOf(number), from: address(99), nonce: `0x${(number - 1).toString(16)}` },
  ],
  receipts: [{ transactionHash: hashOf(number), logs }],
})

test('default: recorded transfers exist after the file is opened again', () => {
  const file = join(folder, 'again.sqlite')
  const first = openLedger(file, token)
  first.record([block(1, [transfer(0, 1, 10n)])])
  first.record([block(2, [used(1, 77), transfer(1, 2, 4n, 1)])])
  first.close()

  const second = openLedger(file, token.toLowerCase())
  expect(second.height()).toBe(2)
  expect(second.tokenState()).toEqual({
    balances: [
      { address: address(1), amount: 6n },
      { address: address(2), amount: 4n },
    ],
    usedNonces: [{ authorizer: address(1), nonce: hashOf(77) }],
  })
  expect(second.transactionCounts()).toEqual([{ address: address(99), nonce: 2n }])
  expect(second.receipt(hashOf(2))).toEqual(
    block(2, [used(1, 77), transfer(1, 2, 4n, 1)]).receipts[0],
  )
  expect(second.transaction(hashOf(2))).toMatchObject({ hash: hashOf(2), from: address(99) })
  expect(second.receipt(hashOf(3))).toBeNull()
  second.close()
})

test('behavior: stores logs of other contracts, which change no balance', () => {
  const ledger = openLedger(undefined, token)
  const foreign = { ...transfer(0, 1, 10n), address: address(5) }
  ledger.record([block(1, [foreign])])
  expect(ledger.tokenState().balances).toEqual([])
  const all = { fromBlock: 0, toBlock: 9, addresses: [], topics: [] }
  expect(ledger.logs(all, 10)).toEqual([foreign])
})

test('behavior: finds logs by block, address and each topic, in order and up to a limit', () => {
  const ledger = openLedger(undefined, token)
  const a = transfer(0, 1, 10n)
  const b = used(1, 77)
  const c = transfer(1, 2, 4n, 1)
  ledger.record([block(1, [a]), block(2, [b, c])])
  const find = (changes: object, rowsMax = 10) =>
    ledger.logs({ fromBlock: 0, toBlock: 9, addresses: [], topics: [], ...changes }, rowsMax)
  expect(find({})).toEqual([a, b, c])
  expect(find({}, 2)).toEqual([a, b])
  expect(find({ fromBlock: 2 })).toEqual([b, c])
  expect(find({ toBlock: 1 })).toEqual([a])
  expect(find({ addresses: [token] })).toEqual([a, b, c])
  expect(find({ addresses: [address(5)] })).toEqual([])
  expect(find({ topics: [[a.topics[0]]] })).toEqual([a, c])
  expect(find({ topics: [[], [a.topics[1], b.topics[1]]] })).toEqual([a, b, c])
  expect(find({ topics: [[], [], [hashOf(77).toUpperCase().replace('X', 'x')]] })).toEqual([b])
  expect(find({ topics: [[], [], [], [hashOf(1)]] })).toEqual([])
  expect(find({ topics: [[], [], [], [], ['five']] })).toEqual([a, b, c])
})

test('behavior: balances equal the sum of the transfers, for any transfers', () => {
  const transfers = fc.array(
    fc.record({
      to: fc.integer({ min: 1, max: 4 }),
      from: fc.integer({ min: 0, max: 4 }),
      share: fc.integer({ min: 0, max: 100 }),
    }),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(transfers, (orders) => {
      const ledger = openLedger(undefined, token)
      const held = new Map<number, bigint>()
      orders.forEach(({ from, to, share }, place) => {
        const value =
          from === 0 ? 10n ** 30n + BigInt(share) : ((held.get(from) ?? 0n) * BigInt(share)) / 100n
        if (from !== 0) held.set(from, (held.get(from) ?? 0n) - value)
        held.set(to, (held.get(to) ?? 0n) + value)
        ledger.record([block(place + 1, [transfer(from, to, value)])])
      })
      const balances = new Map(ledger.tokenState().balances.map((one) => [one.address, one.amount]))
      for (const [holder, amount] of held) expect(balances.get(address(holder)) ?? 0n).toBe(amount)
      ledger.close()
    }),
    { numRuns: 30 },
  )
})

test('error: a block that cannot be recorded leaves nothing', () => {
  const ledger = openLedger(undefined, token)
  ledger.record([block(1, [transfer(0, 1, 10n)])])
  expect(() => ledger.record([block(2, [transfer(1, 2, 4n)]), block(1, [])])).toThrow()
  expect(ledger.height()).toBe(1)
  expect(ledger.tokenState().balances).toEqual([{ address: address(1), amount: 10n }])
})

test('error: refuses a file that is not a database, or in a missing folder', () => {
  const file = join(folder, 'text.sqlite')
  writeFileSync(file, 'not a database, but long enough to be looked at as one by the library')
  for (const path of [file, join(folder, 'nowhere', 'x.sqlite')])
    expect(() => openLedger(path, token)).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
    )
})

test('behavior: deletes receipts and logs of old blocks, and stores balances, nonces and counts', () => {
  const file = join(folder, 'pruned.sqlite')
  const stored = { blocks: 10, pruneEvery: 5 }
  const first = openLedger(file, token, stored)
  for (let number = 1; number <= 100; number += 1)
    first.record([block(number, [used(1, number), transfer(0, 1, 1n, 1)])])
  first.close()
  const second = openLedger(file, token, stored)
  expect(second.height()).toBe(100)
  expect(second.tokenState()).toMatchObject({ balances: [{ address: address(1), amount: 100n }] })
  expect(second.tokenState().usedNonces).toHaveLength(100)
  expect(second.transactionCounts()).toEqual([{ address: address(99), nonce: 100n }])
  const all = { fromBlock: 0, toBlock: 100, addresses: [], topics: [] }
  expect(second.logs(all, 1_000)).toHaveLength(20)
  for (const [number, isStored] of [
    [90, false],
    [91, true],
    [100, true],
  ] as const)
    for (const found of [second.receipt(hashOf(number)), second.transaction(hashOf(number))])
      expect(found !== null, String(number)).toBe(isStored)
  second.close()
})

test('behavior: opens a file of an earlier version, and deletes its receipts later', () => {
  const file = join(folder, 'earlier.sqlite')
  openLedger(file, token).close()
  const earlier = new DatabaseSync(file)
  earlier.exec(`
    DROP INDEX mined_by_block;
    ALTER TABLE mined DROP COLUMN block;
    INSERT INTO height VALUES (1, 7);
    INSERT INTO mined VALUES ('${hashOf(3)}', '{}', '{}')`)
  earlier.close()
  const stored = { blocks: 10, pruneEvery: 1 }
  const ledger = openLedger(file, token, stored)
  for (let number = 8; number <= 16; number += 1) ledger.record([block(number, [])])
  expect(ledger.receipt(hashOf(3))).toEqual({})
  ledger.record([block(17, [])])
  expect(ledger.receipt(hashOf(3))).toBeNull()
  ledger.close()
})
