import { describe, expect, test } from 'vitest'
import { openProgress, progressDelayMs } from './progress.ts'

describe('openProgress', () => {
  test('default: shows nothing for a quick answer', async () => {
    const { progress, written } = scene(true)
    expect(await progress.during('asking', Promise.resolve(1))).toBe(1)
    expect(written).toEqual([])
  })

  test('behavior: draws the line after the delay, and removes it at the answer', async () => {
    const { progress, written, elapse } = scene(true)
    const work = Promise.withResolvers<number>()
    const done = progress.during('asking', work.promise)
    elapse()
    expect(written.join('')).toContain('⠋ asking')
    work.resolve(2)
    expect(await done).toBe(2)
    expect(written.at(-1)).toBe('\r\u001b[K')
  })

  test('behavior: during a pause, stays away from a prompt on the screen', async () => {
    const { progress, written, elapse } = scene(true)
    const work = Promise.withResolvers<void>()
    const done = progress.during('asking', work.promise)
    progress.pause()
    elapse()
    expect(written).toEqual([])
    work.resolve()
    await done
    expect(written).toEqual([])
  })

  test('behavior: draws nothing without a terminal', async () => {
    const { progress, written, elapse } = scene(false)
    const done = progress.during('asking', Promise.resolve())
    elapse()
    await done
    expect(written).toEqual([])
  })

  test('behavior: states the duration of a long wait', async () => {
    const { progress, written, elapse, frame } = scene(true)
    const work = Promise.withResolvers<void>()
    const done = progress.during('asking', work.promise)
    elapse()
    for (let frames = 0; frames < 30; frames += 1) frame()
    expect(written[10]).toMatch(/asking$/)
    expect(written.at(-1)).toMatch(/asking, 3 s$/)
    work.resolve()
    await done
  })

  test.each([
    [{ isAscii: true }, ['\r\u001b[K| asking', '\r\u001b[K']],
    [{ drawsOver: false }, ['asking\n']],
  ])('behavior: %j', async (looks, expected) => {
    const { progress, written, elapse } = scene(true, looks)
    const work = Promise.withResolvers<void>()
    const done = progress.during('asking', work.promise)
    elapse()
    work.resolve()
    await done
    expect(written).toEqual(expected)
  })

  test('error: removes the line at a failure too', async () => {
    const { progress, written, elapse } = scene(true)
    const work = Promise.withResolvers<void>()
    const done = progress.during('asking', work.promise)
    elapse()
    work.reject(new Error('no'))
    await expect(done).rejects.toThrow('no')
    expect(written.at(-1)).toBe('\r\u001b[K')
  })
})

function scene(isTerminal: boolean, looks = {}) {
  const written: string[] = []
  const due: { ms: number; run: () => void }[] = []
  const timer = (ms: number, run: () => void) => {
    const entry = { ms, run }
    due.push(entry)
    return () => {
      const at = due.indexOf(entry)
      if (at >= 0) due.splice(at, 1)
    }
  }
  const progress = openProgress(
    { write: (text) => void written.push(text), isTerminal, columns: 80 },
    { after: timer, every: timer },
    looks,
  )
  const elapse = () => due.find(({ ms }) => ms === progressDelayMs)?.run()
  const frame = () => due.find(({ ms }) => ms < progressDelayMs)?.run()
  return { progress, written, elapse, frame }
}
