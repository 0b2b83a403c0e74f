import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createOrganisation, issueKey } from '../../packages/server/src/accounts/accounts.ts'
import {
  type CreditStep,
  creditSteps,
  type FaultStep,
} from '../../packages/server/src/payments/fault-points.ts'
import { openAccessStore } from '../../packages/server/src/storage/accounts/open-access-store.ts'
import {
  ledgerFile,
  openSqliteDatabase,
} from '../../packages/server/src/storage/database/sqlite-database.ts'
import { drawnRequests } from './drawn-requests.ts'
import { type Answer, present } from './payer.ts'
import { between, randomFrom } from './random.ts'
import { type ServerProcess, startProcess } from './server-process.ts'

/** `anytime`: SIGKILL from outside, while requests are under way. */
export type CreditKillStep = CreditStep | 'anytime'
export const creditKillSteps: readonly CreditKillStep[] = [...creditSteps, 'anytime']

/** Under an idempotency key, an answer is stored before it is sent. */
type KeyedKillStep = CreditKillStep | Extract<FaultStep, 'answer-kept'>
export const keyedKillSteps: readonly KeyedKillStep[] = [...creditSteps, 'answer-kept', 'anytime']

export type CreditKillReport = {
  kills: number
  requests: number
  answered: number
  /** Debits of these requests, and the part of them that was refunded. */
  debits: number
  refunded: number
  violations: string[]
}

const granted = 100_000
const killWithinMs = 60
/** A retry waits for the refund of a debit whose server was killed. */
const triesMax = 100
const retryAfterMs = 100

/**
 * Runs one server on one data folder, for a customer with an API key. The server is killed once in
 * every life during requests, and stopped in order at the end. Compares received answers with
 * charges: a customer never pays for an answer that was not sent.
 */
export async function runCreditKills(
  folder: string,
  steps: readonly CreditKillStep[],
  seed: number,
): Promise<CreditKillReport> {
  const random = randomFrom(seed)
  const { key, organisation } = await openAccount(folder)
  const lives: { answered: number; from: number }[] = []
  const bodies = (await drawnRequests(seed)).map((request) => JSON.stringify(request))
  let requests = 0
  const ask = async (url: string, count: number) => {
    const asked = Array.from({ length: count }, (_, each) =>
      present(url, { body: bodies[each % bodies.length]!, bearer: key }),
    )
    requests += count
    return (await Promise.all(asked)).filter((answer) => answer?.status === 200).length
  }

  for (const step of steps) {
    const count = between(random, 2, 12)
    const server = await startDoomed(folder, { step, count }, random)
    const from = Date.now()
    lives.push({ answered: await ask(server.url, count), from })
    await server.kill('SIGKILL')
  }

  const last = await startProcess({ folder })
  const from = Date.now()
  lives.push({ answered: await ask(last.url, 4), from })
  await last.kill('SIGTERM')
  const books = await booksOf(folder, organisation)
  return {
    kills: steps.length,
    requests,
    answered: lives.reduce((sum, life) => sum + life.answered, 0),
    debits: books.debits.length,
    refunded: books.refunds,
    violations: violationsOf(books, lives),
  }
}

/** Starts a server that is killed while this many requests are in flight. */
async function startDoomed(
  folder: string,
  { step, count }: { step: KeyedKillStep; count: number },
  random: () => number,
): Promise<ServerProcess> {
  const pass = between(random, 1, count)
  const fault = step === 'anytime' ? undefined : `${step}:kill:${pass}`
  const server = await startProcess({ folder, fault })
  if (step === 'anytime')
    void setTimeout(between(random, 0, killWithinMs)).then(() => server.kill('SIGKILL'))
  return server
}

/**
 * The same with an idempotency key for each request. A customer without an answer repeats the
 * request under its key in the next life, until the last life answers it. Then all requests are
 * repeated once more: each key was charged once, and all its answers have the same bytes.
 */
export async function runKeyedCreditKills(
  folder: string,
  steps: readonly KeyedKillStep[],
  seed: number,
): Promise<CreditKillReport> {
  const random = randomFrom(seed)
  const { key: bearer, organisation } = await openAccount(folder)
  const bodies = (await drawnRequests(seed)).map((request) => JSON.stringify(request))
  const customers: { key: string; body: string; answers: Answer[] }[] = []
  let requests = 0
  const ask = async (url: string, { key, body, answers }: (typeof customers)[number]) => {
    requests += 1
    answers.push(await present(url, { body, bearer, key }))
  }
  const waiting = () => customers.filter(({ answers }) => answers.at(-1)?.status !== 200)

  for (const step of steps) {
    const count = between(random, 2, 12)
    for (let each = 0; each < count; each += 1)
      customers.push({
        key: `key-${customers.length}`,
        body: bodies[customers.length % bodies.length]!,
        answers: [],
      })
    const server = await startDoomed(folder, { step, count }, random)
    await Promise.all(waiting().map((each) => ask(server.url, each)))
    await server.kill('SIGKILL')
  }

  const last = await startProcess({ folder })
  for (let tries = 0; tries < triesMax && waiting().length > 0; tries += 1) {
    await Promise.all(waiting().map((each) => ask(last.url, each)))
    await setTimeout(retryAfterMs)
  }
  for (const each of customers) await ask(last.url, each)
  await last.kill('SIGTERM')

  const books = await booksOf(folder, organisation)
  const violations = balanceFaults(books)
  for (const { key, answers } of customers) {
    const codes = answers.map((answer) => answer?.code ?? answer?.status)
    const answered = answers.filter((answer) => answer?.status === 200)
    if (answers.at(-1)?.status !== 200) violations.push(`${key} has no answer: ${codes}`)
    if (new Set(answered.map((answer) => answer?.body)).size > 1)
      violations.push(`${key} was answered in several ways`)
    const refused = answers.filter((answer) => answer && ![200, 409].includes(answer.status))
    if (refused.length > 0) violations.push(`${key} was refused: ${codes}`)
  }
  const charged = books.debits.length - books.refunds
  if (charged !== customers.length)
    violations.push(`${customers.length} keys were charged ${charged} times`)
  return {
    kills: steps.length,
    requests,
    answered: customers.length - waiting().length,
    debits: books.debits.length,
    refunded: books.refunds,
    violations,
  }
}

type Books = Awaited<ReturnType<typeof booksOf>>

/** Checks each run of the server by itself: each charged customer received an answer. */
function violationsOf(
  books: Books,
  lives: readonly { answered: number; from: number }[],
): string[] {
  const { debits } = books
  const violations = balanceFaults(books)
  for (const [index, { answered, from }] of lives.entries()) {
    const until = lives[index + 1]?.from ?? Number.POSITIVE_INFINITY
    const charged = debits.filter(
      (debit) => !debit.isRefunded && debit.at >= from && debit.at < until,
    ).length
    if (charged > answered)
      violations.push(`life ${index}: charged ${charged} times, answered ${answered} times`)
    if (until === Number.POSITIVE_INFINITY && charged !== answered)
      violations.push(`the last life answered ${answered} times and charged ${charged} times`)
  }
  return violations
}

/** Refunded debits cost nothing, the others their full price. */
function balanceFaults({ balance, debits, sum }: Books): string[] {
  const violations: string[] = []
  const kept = debits.filter(({ isRefunded }) => !isRefunded)
  const spent = kept.reduce((total, { credits }) => total + credits, 0)
  if (balance !== granted - spent)
    violations.push(`${balance} credits are left after ${kept.length} debits of ${spent} credits`)
  if (balance !== sum) violations.push(`the rows add up to ${sum}, the balance is ${balance}`)
  return violations
}

async function openAccount(folder: string) {
  const { store, ports } = openStore(folder)
  const { id } = await createOrganisation({ name: 'Acme', plan: 'pay-as-you-go' }, ports)
  const { key } = await issueKey({ organisation: id, name: 'ci' }, ports)
  const gift = { id: 'granted', kind: 'grant', credits: granted, at: Date.now() } as const
  await store.give({ ...gift, organisation: id })
  await store.close()
  return { key, organisation: id }
}

async function booksOf(folder: string, organisation: string) {
  const { store } = openStore(folder)
  const rows = await store.ledger(organisation, 1_000_000)
  const [owner] = await store.organisations()
  await store.close()
  const refunded = new Set(
    rows.filter(({ kind }) => kind === 'refund').map(({ reference }) => reference),
  )
  const debits = rows
    .filter(({ kind }) => kind === 'debit')
    .map(({ id, createdAt, credits }) => ({
      at: createdAt,
      credits: -credits,
      isRefunded: refunded.has(`${id}:unanswered`),
    }))
  return {
    debits,
    refunds: refunded.size,
    balance: (owner?.prepaid ?? 0) + (owner?.allotment ?? 0),
    sum: rows.reduce((total, { credits }) => total + credits, 0),
  }
}

function openStore(folder: string) {
  const store = openAccessStore(openSqliteDatabase(join(folder, ledgerFile)))
  return { store, ports: { store, nowMs: () => Date.now() } }
}
