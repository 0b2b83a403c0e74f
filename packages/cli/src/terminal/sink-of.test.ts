import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { isReaderGone, sinkOf } from './sink-of.ts'

describe('sinkOf', () => {
  test.each([
    [undefined, 80],
    ['132', 132],
    ['9999', 1_000],
    ['0', 80],
    ['wide', 80],
  ])('default: with COLUMNS %s, a pipe has width %i', (columnsSet, columns) => {
    expect(sinkOf(streamOf(), columnsSet)).toMatchObject({ isTerminal: false, columns })
  })

  test('behavior: a terminal has its own width', () => {
    const stream = Object.assign(streamOf(), { isTTY: true, columns: 60 })
    expect(sinkOf(stream, '132')).toMatchObject({ isTerminal: true, stream, columns: 60 })
  })

  test('behavior: flushes when all output has been accepted', async () => {
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

  test('behavior: a reader that closed the pipe has enough; later output is not waited for', async () => {
    const sink = sinkOf(failing('EPIPE'), undefined)
    sink.write('one')
    sink.write('two')
    await sink.flushed?.()
    sink.write('three')
    await sink.flushed?.()
  })

  test.each(['ENOSPC', 'EBADF'])('error: after %s no output counts as accepted', async (code) => {
    const sink = sinkOf(failing(code), undefined)
    sink.write('one')
    let isFlushed = false
    sink.flushed?.().then(() => {
      isFlushed = true
    })
    await new Promise(setImmediate)
    expect(isFlushed).toBe(false)
  })
})

describe('isReaderGone', () => {
  test('default: true only for a closed pipe', () => {
    const withCode = (code: string) => Object.assign(new Error(code), { code })
    expect(['EPIPE', 'ENOSPC'].map((code) => isReaderGone(withCode(code)))).toEqual([true, false])
    expect(isReaderGone(undefined)).toBe(false)
  })
})

function failing(code: string): NodeJS.WriteStream {
  const write = (_chunk: unknown, _encoding: unknown, done: (error: Error) => void) =>
    done(Object.assign(new Error(code), { code }))
  return new Writable({ write }).on('error', () => {}) as NodeJS.WriteStream
}

function streamOf(take: (done: () => void) => void = (done) => done()): NodeJS.WriteStream {
  const stream = new Writable({ write: (_chunk, _encoding, done) => take(done) })
  return stream as NodeJS.WriteStream
}
