import { setTimeout } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { FaultStep } from '../../packages/server/src/payments/fault-points.ts'
import { audit, type Books, recordIn, statesIn } from './audit.ts'
import { drawnRequests } from './drawn-requests.ts'
import { fund } from './fund.ts'
import { createPayer, type History, present } from './payer.ts'
import { between, randomFrom } from './random.ts'
import { type ServerProcess, start, startProcess } from './server-process.ts'

/** `anytime`: SIGKILL from outside, at a random moment while payments are in flight. */
export type KillStep = FaultStep | 'anytime'

export type KillPlan = {
  step: KillStep
  /** New payments during this life of the server. */
  purchases: number
  /** Number of concurrent requests with each payment. */
  copies: number
}

/** Result of one kill: states of the unanswered payments. */
export type KillOutcome = { step: KillStep; reached: boolean; leftIn: Record<string, number> }

export type KillReport = {
  outcomes: KillOutcome[]
  purchases: number
  /** Payments of payers that never returned. */
  abandoned: number
  /** Payments answered before settlement, so without a receipt. */
  inAdvance: number
  books: Books
  violations: string[]
}

/** Percentage of payers that never return after a lost connection. */
const abandonPercent = 10
const triesMax = 5
const killWithinMs = 120
/** A payment answered before settlement settles later: at these steps, and within this time. */
const laterSteps: readonly KillStep[] = ['hash-stored', 'broadcast', 'mined', 'settled']
const lingerMs = 15_000

/**
 * Runs one server on one data folder, and kills it once for every plan while payers pay. Payers
 * send the same bytes again to the next life, which may be killed too; the last life is not. Then
 * every payer retries once more, and the audit runs.
 */
export async function runKills(
  folder: string,
  plans: readonly KillPlan[],
  seed: number,
  settlement: 'sync' | 'async' = 'sync',
): Promise<KillReport> {
  const flags = ['--settlement', settlement]
  const random = randomFrom(seed)
  const account = privateKeyToAccount(generatePrivateKey())
  await fund(folder, account.address)

  const requests = await drawnRequests(seed)
  const histories: History[] = []
  const abandoned = new Set<History>()
  const outcomes: KillOutcome[] = []
  let port = 0
  let payer: ReturnType<typeof createPayer> | undefined
  const waiting = () => histories.filter((each) => !abandoned.has(each) && !isAnswered(each))

  for (const { step, purchases, copies } of plans) {
    const passes = step === 'broadcast' || step === 'mined' ? 1 : between(random, 1, purchases)
    const faultAt = (pass: number) => (step === 'anytime' ? undefined : `${step}:kill:${pass}`)
    let pass = passes
    let server = await start({ folder, port, flags, fault: faultAt(pass) })
    while (server === 'killed') {
      outcomes.push({ step, reached: true, leftIn: await countStates(folder, waiting()) })
      pass += 1
      server = await start({ folder, port, flags, fault: faultAt(pass) })
    }
    port = Number(new URL(server.url).port)
    if (!payer) await recordIn(folder)
    payer ??= createPayer(server.url, account, requests)
    for (let count = 0; count < purchases; count++)
      histories.push({ purchase: await payer.sign(), answers: [] })

    const reached = await payUntilKilled(server, waiting(), copies, {
      killAfterMs: step === 'anytime' ? between(random, 0, killWithinMs) : undefined,
      lingerMs: settlement === 'async' && laterSteps.includes(step) ? lingerMs : 0,
    })
    const left = waiting()
    outcomes.push({ step, reached, leftIn: await countStates(folder, left) })
    for (const each of left) if (random() * 100 < abandonPercent) abandoned.add(each)
  }

  const server = await startProcess({ folder, port, flags })
  const violations = await recover(server, waiting(), histories, abandoned)
  await server.kill('SIGTERM')
  const { books, violations: found } = await audit(folder, histories, { isRecorded: true })
  return {
    outcomes,
    purchases: histories.length,
    abandoned: abandoned.size,
    inAdvance: histories.filter(isInAdvance).length,
    books,
    violations: [...violations, ...found],
  }
}

function isAnswered({ answers }: History): boolean {
  return answers.some((answer) => answer?.status === 200)
}

function isInAdvance({ answers }: History): boolean {
  return answers.some((answer) => answer?.status === 200 && answer.receipt === undefined)
}

/** @returns Whether the server was killed while they paid. */
async function payUntilKilled(
  server: ServerProcess,
  histories: readonly History[],
  copies: number,
  { killAfterMs, lingerMs }: { killAfterMs: number | undefined; lingerMs: number },
): Promise<boolean> {
  let isGone = false
  void server.gone.then(() => {
    isGone = true
  })
  if (killAfterMs !== undefined) void setTimeout(killAfterMs).then(() => server.kill('SIGKILL'))
  const sent = histories.flatMap((history) =>
    Array.from({ length: copies }, async () => {
      history.answers.push(await present(server.url, history.purchase))
    }),
  )
  await Promise.all(sent)
  await Promise.race([server.gone, setTimeout(lingerMs)])
  // If all were answered before the kill, it hit an idle server.
  const reached = isGone || histories.some(({ answers }) => answers.at(-1) === undefined)
  await server.kill('SIGKILL')
  return reached
}

/** Every waiting payer sends the same bytes again, then every answered payer does too. */
async function recover(
  server: ServerProcess,
  waiting: readonly History[],
  histories: readonly History[],
  abandoned: ReadonlySet<History>,
): Promise<string[]> {
  const violations: string[] = []
  const ask = async (history: History) => {
    history.answers.push(await present(server.url, history.purchase))
  }
  await Promise.all(
    waiting.map(async (history) => {
      for (let tries = 0; tries < triesMax && !isAnswered(history); tries++) await ask(history)
      if (!isAnswered(history))
        violations.push(`${history.purchase.nonce} has no answer: ${history.answers.at(-1)?.code}`)
    }),
  )
  for (const history of histories) if (!abandoned.has(history)) await ask(history)
  return violations
}

async function countStates(
  folder: string,
  histories: readonly History[],
): Promise<Record<string, number>> {
  const states = await statesIn(folder)
  const counts: Record<string, number> = {}
  for (const { purchase } of histories) {
    const state = states.get(purchase.nonce) ?? 'unknown'
    counts[state] = (counts[state] ?? 0) + 1
  }
  return counts
}
