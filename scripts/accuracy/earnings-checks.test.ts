import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { earningsArea } from './earnings-checks.ts'
import { edgarFolder } from './filers.ts'

test.skipIf(!existsSync(edgarFolder))(
  'behavior: nearly every real report has its announcement (needs ../shared/data/edgar)',
  () => {
    const [announced, last] = earningsArea().rows
    expect(announced!.right / announced!.cases).toBeGreaterThan(0.985)
    expect(last?.wrong).toEqual([])
  },
)
