import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createReadAnswer, wholeText } from './read-answer.ts'

/** Answers whose pages are read when `end` is called; says how many are in memory. */
function scene() {
  const state = { held: 0, most: 0 }
  const ends: (() => void)[] = []
  const read = createReadAnswer(
    {
      admitReader: async () => 1_000,
      async *readLarge(id) {
        state.held += 1
        state.most = Math.max(state.most, state.held)
        yield gzipSync(`"${id}"`)
      },
    },
    {
      async page({ text }) {
        await new Promise<void>((resolve) => ends.push(resolve))
        state.held -= 1
        return { text } as never
      },
      fit: () => Promise.reject(new Error('not used')),
    },
  )
  const readFrom = (address: string, id: string) =>
    read(id, {} as never, { address, authorization: undefined }, 40_000)
  /** Ends what is read until nothing is. */
  const endAll = async (count: number) => {
    for (let ended = 0; ended < count; ) {
      await new Promise((resolve) => setTimeout(resolve))
      for (const end of ends.splice(0)) {
        end()
        ended += 1
      }
    }
  }
  return { state, readFrom, endAll }
}

test('behavior: of the pages that an address asks for at once, one is in memory', async () => {
  const { state, readFrom, endAll } = scene()
  const pages = Array.from({ length: 30 }, (_, at) => readFrom('192.0.2.1', String(at)))
  await endAll(30)
  expect((await Promise.all(pages)).map(({ text }) => text)).toEqual(
    pages.map((_, at) => `"${at}"`),
  )
  expect(state.most).toBe(1)
})

test('behavior: another address does not wait for it, and one that waits for too many is refused', async () => {
  const { state, readFrom, endAll } = scene()
  const pages = Array.from({ length: 66 }, () => readFrom('192.0.2.1', 'a'))
  const others = [readFrom('192.0.2.2', 'b')]
  await expect(pages.pop()).rejects.toMatchObject({ code: 'SERVER_BUSY' })
  await endAll(66)
  expect(await Promise.all([...pages, ...others])).toHaveLength(66)
  expect(state.most).toBe(2)
})

test('error: a part that cannot be read ends the text', async () => {
  const broken = async function* () {
    yield gzipSync('x'.repeat(100_000)).subarray(0, 50)
    throw new Error('no part')
  }
  await expect(wholeText('a', broken)).rejects.toThrow('no part')
})
