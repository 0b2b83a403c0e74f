import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { sinkOf } from './sink-of.ts'

describe('sinkOf', () => {
  test.each([
    [undefined, 80],
    ['132', 132],
    ['9999', 1_000],
    ['0', 80],
    ['wide', 80],
  ])('default: a pipe where COLUMNS is %s is %i wide', (said, columns) => {
    expect(sinkOf(streamOf(), said)).toMatchObject({ isTerminal: false, columns })
  })

  test('behavior: a terminal says its own width', () => {
    const stream = Object.assign(streamOf(), { isTTY: true, columns: 60 })
    expect(sinkOf(stream, '132')).toMatchObject({ isTerminal: true, stream, columns: 60 })
  })

  test('behavior: flushed when all that was written has been taken', async () => {
    const taken: (() => void)[] = []
    const sink = sinkOf(
      streamOf((done) => void taken.push(done)),
      undefined,
    )
    sink.write('one')
    let isFlushed = false
    const flushed = sink.flushed?.().then(() => {
      isFlushed = true
    })
    await Promise.resolve()
    expect(isFlushed).toBe(false)
    taken[0]?.()
    await flushed
  })
})

function streamOf(take: (done: () => void) => void = (done) => done()): NodeJS.WriteStream {
  const stream = new Writable({ write: (_chunk, _encoding, done) => take(done) })
  return stream as NodeJS.WriteStream
}
