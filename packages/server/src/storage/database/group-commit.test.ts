import { describe, expect, test } from 'vitest'
import type { Statement } from './database.ts'
import { createGroupCommit } from './group-commit.ts'
import type { GroupOutcome } from './run-group.ts'

const statement = (n: number): Statement => ({ sql: '', values: [n] })
const done: GroupOutcome = { applied: true, results: [] }

/** A disk that records its requests and responds when the test requests it. */
function slowDisk() {
  const groups: number[][] = []
  const answers: (() => void)[] = []
  const run = (group: readonly (readonly Statement[])[]) => {
    groups.push(group.map(([first]) => Number(first?.values[0])))
    return new Promise<readonly GroupOutcome[]>((resolve) => {
      answers.push(() => resolve(group.map(() => done)))
    })
  }
  const answered = async () => {
    while (answers.length === 0) await new Promise((resolve) => setImmediate(resolve))
    answers.shift()?.()
  }
  return { run, groups, answered }
}

describe('createGroupCommit', () => {
  test('default: requests that arrive while the disk is busy form the next group', async () => {
    const { run, groups, answered } = slowDisk()
    const { write, drained } = createGroupCommit(run)
    const first = [1, 2].map((n) => write([statement(n)]))
    while (groups.length === 0) await new Promise((resolve) => setImmediate(resolve))
    const second = [3, 4, 5].map((n) => write([statement(n)]))
    await answered()
    await Promise.all(first)
    await answered()
    await Promise.all(second)
    await drained()
    expect(groups).toEqual([
      [1, 2],
      [3, 4, 5],
    ])
  })

  test('behavior: a group has a maximum size, and order is kept', async () => {
    const groups: number[][] = []
    const { write } = createGroupCommit(
      async (group) => {
        groups.push(group.map(([first]) => Number(first?.values[0])))
        return group.map(() => done)
      },
      { groupMax: 2, waitingMax: 10 },
    )
    await Promise.all([1, 2, 3, 4, 5].map((n) => write([statement(n)])))
    expect(groups).toEqual([[1, 2], [3, 4], [5]])
  })

  test('behavior: draining waits for all requests', async () => {
    const { run, groups, answered } = slowDisk()
    const { write, drained } = createGroupCommit(run, { groupMax: 1, waitingMax: 10 })
    const requests = [write([statement(1)]), write([statement(2)])]
    const draining = drained()
    await answered()
    await answered()
    await draining
    await Promise.all(requests)
    expect(groups).toEqual([[1], [2]])
  })

  test('error: a single outcome belongs to its caller, a failed group to all, and the next continues', async () => {
    let turn = 0
    const { write } = createGroupCommit(async (group) => {
      turn += 1
      if (turn === 2) throw Object.assign(new Error('disk full'), { errcode: 13 })
      return group.map((_, place) =>
        place === 1 ? { error: { message: 'constraint', errcode: 19 } } : done,
      )
    })
    const three = () => Promise.allSettled([1, 2, 3].map((n) => write([statement(n)])))
    expect((await three()).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    for (const outcome of await three())
      expect(outcome).toMatchObject({ reason: { message: 'disk full', errcode: 13 } })
    expect(await write([statement(1)])).toBe(done)
  })

  test('error: refuses immediately above the queue limit', async () => {
    const { run, answered } = slowDisk()
    const { write } = createGroupCommit(run, { groupMax: 10, waitingMax: 2 })
    const waiting = [1, 2].map((n) => write([statement(n)]))
    await expect(write([statement(3)])).rejects.toThrow('More than 2 writes wait for the disk.')
    await answered()
    await Promise.all(waiting)
  })
})
