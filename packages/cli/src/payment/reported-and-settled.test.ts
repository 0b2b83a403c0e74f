import fc from 'fast-check'
import { expect, test } from 'vitest'
import { again402, hostileAnswers, lies } from './testing/hostile-modes.ts'
import { type Mode, reset, send, startPaidServer } from './testing/hostile-server.ts'
import { openUser, type Turn, turnAmount } from './testing/play-turns.ts'

/** Modes that end within one try. The others wait for a real time-out. */
const modes: readonly Mode[] = [{}, ...hostileAnswers.map(([, mode]) => mode)]
const settlingMode = { settles: true }
const oneOf = fc.constantFrom

// Half of the turns are honest, or unused on the chain, because these have the most outcomes.
const paidMode = fc.oneof(
  oneOf(...modes),
  oneOf(
    settlingMode,
    ...modes.filter(({ settles, rpc }) => settles === false && rpc === undefined),
  ),
)
/** Most servers send quotes. The others answer the unpaid request in some other way. */
const unpaidMode = fc.option(
  oneOf<Mode>(
    { unpaid: (response) => void reset(response) },
    { unpaid: (response) => void send(response, 503, '{}') },
    { unpaid: (response) => void send(response, 200, '<html>') },
    { unpaid: (response) => void send(response, 200, lies) },
    { unpaid: (response) => void send(response, 200, '{"data":{"quotes":null}}') },
  ),
  { nil: {}, freq: 3 },
)

const turn: fc.Arbitrary<Turn> = fc.record({
  mode: fc.tuple(paidMode, unpaidMode).map(([paid, unpaid]) => ({ ...paid, ...unpaid })),
  dieAt: fc.option(
    oneOf(
      'reserved',
      'signature made',
      'signature journaled',
      'sent',
      'answer received',
      'answer journaled',
    ),
    { nil: undefined },
  ),
  suspended: fc.option(
    fc.record({
      after: oneOf('eth_getBlockByNumber', 'eth_call'),
      ms: oneOf(61_000, 125_000, 200_000),
    }),
    { nil: undefined },
  ),
  settlesLater: fc.boolean(),
  laterMs: oneOf(0, 1_000, 59_000, 70_000, 121_000, 200_000),
  setAheadMs: oneOf(
    undefined,
    undefined,
    undefined,
    0,
    2 * 86_400_000,
    -3_600_000,
    -2 * 86_400_000,
  ),
})

/** CI runs four times as many: see `.ci/run`. */
const sequencesPlayed = Number(process.env['FUZZ_PURCHASES'] ?? 30)

/** fast-check prints it with a failure. Another run uses another seed. */
const seed = Number(process.env['FIQ_TEST_SEED'] ?? Date.now() % 2 ** 31)

test(`property: reported spending covers settled spending, and nothing is signed twice while it may settle (seed ${seed})`, async () => {
  const server = await startPaidServer({})
  let played = 0
  try {
    const sequences = fc.array(turn, { minLength: 1, maxLength: 6 })
    const property = fc.asyncProperty(sequences, async (turns) => {
      using user = openUser(server)
      for (const one of turns) await user.play(one)
      await user.end()
      played += 1
    })
    await fc.assert(property, { seed, numRuns: sequencesPlayed })
    expect(played).toBe(sequencesPlayed)
  } finally {
    await server.close()
  }
}, 90_000)

test.each(['eth_getBlockByNumber', 'eth_call'] as const)(
  'error: a client suspended after %s during the settlement reports no payment as void',
  async (after) => {
    const server = await startPaidServer({})
    using user = openUser(server)
    await user.play({
      mode: { paid: again402, settles: false },
      dieAt: undefined,
      suspended: { after, ms: 200_000 },
      settlesLater: false,
      laterMs: 0,
    })
    expect([...user.told.values()]).toEqual([turnAmount])
    // It settled in the meantime: the same payment fetches its answer.
    await user.end()
    expect(server.payments.length).toBeGreaterThan(1)
    expect(new Set(server.headersSeen).size).toBe(1)
    await server.close()
  },
)
