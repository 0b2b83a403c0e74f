import { describe, expect, test } from 'vitest'
import type { HttpAnswer } from '../journal/purchase.ts'
import type { PaidRequest } from '../quote/paid-request.ts'
import { journalScene } from '../testing/test-journal.ts'
import { terms } from '../testing/test-terms.ts'
import { answerIn } from './after-signing.ts'
import type { Payer } from './ports.ts'
import { joinMs, joinOrResume } from './resume.ts'

const answer: HttpAnswer = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{"data":{}}',
}
const { id } = terms(1)
const request: PaidRequest = {
  url: new URL(terms(1).url),
  body: '{}',
  expected: () => Promise.reject(new Error('a resumed purchase is not priced')),
}

describe('joinOrResume', () => {
  test('default: sends the bytes of a dead process again, and signs nothing', async () => {
    using scene = journalScene()
    const { payer, sent, journal } = scenePayer(scene)
    scene.kill(1)
    expect(await join(journal.read(id)!, request, payer)).toMatchObject({
      resumed: true,
      paid: 15_000n,
      body: answer.body,
    })
    expect(sent).toEqual(['header'])
  })

  test('behavior: waits for a living process, and shares its answer', async () => {
    using scene = journalScene()
    const { payer, sent, first, journal, notes } = scenePayer(scene, (polls) => {
      if (polls === 3) first.journal.answered(id, answer, '0xabc')
      if (polls === 4) first.journal.delivered(id)
    })
    const joined = await join(journal.read(id)!, request, payer)
    expect(joined).toMatchObject({
      resumed: true,
      body: answer.body,
      purchase: { state: 'answered' },
    })
    expect(sent).toEqual([])
    expect(notes).toHaveLength(1)
  })

  test('error: if another process holds it permanently, the outcome is unknown, and nothing is sent', async () => {
    using scene = journalScene()
    const { payer, sent, first, journal } = scenePayer(scene, () => first.journal.alive(id))
    const start = scene.clock.now()
    await expect(join(journal.read(id)!, request, payer)).rejects.toMatchObject({
      code: 'PAYMENT_OUTCOME_UNKNOWN',
    })
    expect(scene.clock.now() - start).toBeGreaterThanOrEqual(joinMs.longest)
    expect(sent).toEqual([])
  })

  test('behavior: while it waits, an end of this process is about the purchase of the other', async () => {
    using scene = journalScene()
    const followed: (string | undefined)[] = []
    const { payer, first, journal } = scenePayer(scene, (polls) => {
      if (polls === 1) followed.push('waits')
      if (polls === 2) first.journal.voided(id, 'no')
    })
    payer.follow = (purchase) => void followed.push(purchase?.id)
    await expect(join(journal.read(id)!, request, payer)).rejects.toMatchObject({
      code: 'BUDGET_BUSY',
      funds: 'untouched',
    })
    expect(followed).toEqual([id, 'waits', undefined])
  })

  test('behavior: an abandoned purchase is sent again by its id, and still blocks no command', async () => {
    using scene = journalScene()
    const { payer, sent, journal } = scenePayer(scene)
    scene.kill(1)
    scene.clock.advance(61_000)
    journal.rejected(id, 'abandoned by the user')
    const answered = payer.send
    payer.send = async () => ({ ...answer, status: 402 })
    payer.chain = { nodesOf: () => [], prove: async () => undefined }
    await expect(join(journal.read(id)!, request, payer)).rejects.toMatchObject({
      code: 'PAYMENT_OUTCOME_UNKNOWN',
    })
    expect(journal.find(terms(1).request)).toBeUndefined()
    payer.send = answered
    expect(await join(journal.read(id)!, request, payer)).toMatchObject({ resumed: true })
    expect(sent).toEqual(['header'])
  })
  test('error: a process that signs for longer than its lease loses the reservation, and stores no signature', async () => {
    using scene = journalScene()
    const { payer, sent, first, journal } = scenePayer(scene)
    const { id: slow } = terms(2)
    first.budget.reserve(terms(2))
    await expect(join(journal.read(slow)!, request, payer)).rejects.toMatchObject({
      code: 'BUDGET_BUSY',
      funds: 'untouched',
    })
    expect(() => first.journal.signed(slow, 'late')).toThrow('taken over')
    expect(journal.read(slow)).toMatchObject({ state: 'void' })
    expect(sent).toEqual([])
  })

  test.each<[string, string | undefined, string[]]>([
    ['with a receipt is final', '0xabc', []],
    ['without a receipt is fetched again', undefined, ['header']],
  ])('behavior: an answer with errors %s', async (_, transaction, expected) => {
    using scene = journalScene()
    const { payer, sent, first, journal } = scenePayer(scene)
    const body = '{"data":null,"errors":[{"message":"no"}]}'
    first.journal.answered(id, { ...answer, body }, transaction)
    await join(journal.read(id)!, request, payer)
    expect(sent).toEqual(expected)
  })
})

async function join(...given: Parameters<typeof joinOrResume>) {
  return answerIn(await joinOrResume(...given))
}

function scenePayer(
  scene: ReturnType<typeof journalScene>,
  onPoll: (polls: number) => void = () => {},
) {
  const first = scene.process(1)
  first.budget.reserve(terms(1))
  first.journal.signed(id, 'header')
  const { journal } = scene.process(2)
  const sent: (string | undefined)[] = []
  const notes: string[] = []
  let polls = 0
  const ports: Pick<Payer, 'journal' | 'send' | 'clock' | 'note' | 'follow'> = {
    journal,
    follow() {},
    async send(_, headers) {
      sent.push(headers['payment-signature'])
      return answer
    },
    clock: {
      now: scene.clock.now,
      async sleep(ms) {
        polls += 1
        onPoll(polls)
        await scene.clock.sleep(ms)
      },
    },
    note: (line) => void notes.push(line),
  }
  return { payer: ports as Payer, sent, notes, first, journal }
}
