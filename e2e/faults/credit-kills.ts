import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createOrganisation, issueKey } from '../../packages/server/src/access/accounts.ts'
import { openAccessStore } from '../../packages/server/src/access/open-access-store.ts'
import { type CreditStep, creditSteps } from '../../packages/server/src/payment/fault-points.ts'
import { ledgerFile } from '../../packages/server/src/store/open-store.ts'
import { openSqliteDatabase } from '../../packages/server/src/store/sqlite-database.ts'
import { present } from './payer.ts'
import { between, randomFrom } from './random.ts'
import { start } from './server-process.ts'

/** `anytime`: SIGKILL from outside, while requests are under way. */
export type CreditKillStep = CreditStep | 'anytime'
export const creditKillSteps: readonly CreditKillStep[] = [...creditSteps, 'anytime']

export type CreditKillReport = {
  kills: number
  requests: number
  answered: number
  /** Debits that were taken for them, and those of them that were given back. */
  debits: number
  refunded: number
  violations: string[]
}

const granted = 100_000
const creditsEach = 5
const killWithinMs = 60
const body = JSON.stringify({ query: '{ marketStatus { session } }' })

/**
 * One server on one data folder whose customer has a key, killed once in every life while requests
 * are under way; the last life ends in peace. Compared are what the customer received and what it
 * was charged: nobody pays for an answer that did not leave.
 */
export async function runCreditKills(
  folder: string,
  steps: readonly CreditKillStep[],
  seed: number,
): Promise<CreditKillReport> {
  const random = randomFrom(seed)
  const { key, organisation } = await openAccount(folder)
  const lives: { answered: number; from: number }[] = []
  let requests = 0
  const ask = async (url: string, count: number) => {
    const asked = Array.from({ length: count }, () => present(url, { body, bearer: key }))
    requests += count
    return (await Promise.all(asked)).filter((answer) => answer?.status === 200).length
  }

  for (const step of steps) {
    const count = between(random, 2, 12)
    const pass = between(random, 1, count)
    const fault = step === 'anytime' ? undefined : `${step}:kill:${pass}`
    const server = await start({ folder, fault })
    if (server === 'killed') throw new Error('Nobody has asked anything yet.')
    const from = Date.now()
    if (step === 'anytime')
      void setTimeout(between(random, 0, killWithinMs)).then(() => server.kill('SIGKILL'))
    lives.push({ answered: await ask(server.url, count), from })
    await server.kill('SIGKILL')
  }

  const last = await start({ folder })
  if (last === 'killed') throw new Error('The last life has no fault.')
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

type Books = Awaited<ReturnType<typeof booksOf>>

/** Every life by itself: whoever was charged in it has been answered in it. */
function violationsOf(
  { balance, debits, refunds, sum }: Books,
  lives: readonly { answered: number; from: number }[],
): string[] {
  const violations: string[] = []
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
  const kept = debits.length - refunds
  if (balance !== granted - creditsEach * kept)
    violations.push(`${balance} credits are left after ${kept} debits`)
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
    .map(({ id, createdAt }) => ({ at: createdAt, isRefunded: refunded.has(`${id}:unanswered`) }))
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
