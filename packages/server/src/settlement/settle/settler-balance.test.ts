import { afterAll, expect, test } from 'vitest'
import { openDevnet } from '../../devnet/chain.ts'
import { balanceOf, createSettlerBalance, logBalance } from './settler-balance.ts'

const devnet = await openDevnet()
afterAll(() => devnet.close())

test('default: reports the balance on the chain once for each change', async () => {
  const reports: string[] = []
  const held = BigInt(
    String(
      await devnet.request({
        method: 'eth_getBalance',
        params: [devnet.settler.address, 'latest'],
      }),
    ),
  )
  const cost = { settlement: held / 2_000n, transaction: held / 1_000n }
  const { look } = createSettlerBalance({
    chain: devnet,
    address: devnet.settler.address,
    alarmSettlements: 1_000,
    readCost: async () => cost,
    onChange: ({ state }) => void reports.push(state),
  })
  expect((await look()).state).toBe('ok')
  cost.settlement = held / 900n
  for (const _ of [1, 2]) expect(await look()).toMatchObject({ state: 'low', wei: held })
  cost.transaction = held + 1n
  for (const _ of [1, 2]) expect((await look()).state).toBe('empty')
  Object.assign(cost, { settlement: held / 2_000n, transaction: held / 1_000n })
  await look()
  expect(reports).toEqual(['low', 'empty', 'ok'])
})

test.each([
  [100n, 'ok'],
  [99n, 'low'],
  [20n, 'low'],
  [19n, 'empty'],
] as const)('default: %i wei at 10 per settlement is %s with an alarm at 10', (wei, state) => {
  expect(balanceOf(wei, { settlement: 10n, transaction: 20n }, 10).state).toBe(state)
})

test('behavior: logs a warning for a low and an empty balance, not for a sufficient one', () => {
  const lines: unknown[] = []
  const write = (level: string) => (fields: object, text: string) =>
    void lines.push([level, fields, text])
  const log = { warn: write('warn'), info: write('info') } as never
  for (const state of ['low', 'empty', 'ok'] as const)
    logBalance(log, { wei: 7n, settlements: 3n, state })
  const fields = { wei: '7', settlements: '3' }
  expect(lines).toEqual([
    ['warn', fields, "the settler's ether for gas is low"],
    ['warn', fields, 'the settler has too little ether for the next transaction'],
    ['info', fields, 'the settler has enough ether again'],
  ])
})
