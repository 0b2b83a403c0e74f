import { expect, test } from 'vitest'
import { pullProgress } from './progress.ts'

const figures = {
  queries: 40,
  done: 10,
  bytes: 4_200_000,
  fetched: 3,
  resumed: 1,
  unchanged: 0,
  fresh: 0,
}

test('default: redraws on a terminal, at most ten times per second', () => {
  let clock = 0
  const written: string[] = []
  const progress = pullProgress(
    { isTerminal: true, write: (text) => void written.push(text) },
    () => clock,
  )
  progress.show(figures)
  clock += 50
  progress.show(figures)
  clock += 50
  progress.show({ ...figures, done: 20 })
  progress.end({ ...figures, done: 40 })
  expect(written).toEqual([
    '\r\u001b[K[######------------------] 10/40 queries, 4 files, 4.2 MB',
    '\r\u001b[K[############------------] 20/40 queries, 4 files, 4.2 MB',
    '\r\u001b[K[########################] 40/40 queries, 4 files, 4.2 MB',
    '\n',
  ])
})

test('behavior: prints lines where nothing can be drawn, one in five seconds', () => {
  let clock = 0
  const written: string[] = []
  const progress = pullProgress(
    { isTerminal: false, write: (text) => void written.push(text) },
    () => clock,
  )
  progress.show(figures)
  clock += 5_000
  progress.show({ ...figures, bytes: 12 })
  progress.end(figures)
  expect(written).toEqual(['10/40 queries, 4 files, 12 B\n', '10/40 queries, 4 files, 4.2 MB\n'])
})

test('behavior: a large download reports its bytes', () => {
  const written: string[] = []
  const progress = pullProgress(
    { isTerminal: true, write: (text) => void written.push(text) },
    () => 0,
  )
  const path = 'www.sec.gov/a/companyfacts.zip'
  progress.show(figures, { path, received: 600_000_000, total: 1_200_000_000 })
  expect(written).toEqual([
    '\r\u001b[K[############------------] companyfacts.zip 600.0 MB of 1.2 GB; 10/40 queries, 4 files, 4.2 MB',
  ])
})
