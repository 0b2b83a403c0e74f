import { expect, test } from 'vitest'
import { readRealAnswers } from '../scripts/read-real-answers.ts'
import { hasRealFiles } from '../scripts/real-answers.ts'

test.runIf(hasRealFiles)(
  'behavior: the real files are read exactly by the fields that the table names',
  async () => {
    const read = `${JSON.stringify(await readRealAnswers(), null, 2)}\n`
    await expect(read).toMatchFileSnapshot('../scripts/fixtures/files-read.json')
  },
  120_000,
)

test.skipIf(hasRealFiles)('SKIPPED: the real files are absent from ../shared/data', () => undefined)
