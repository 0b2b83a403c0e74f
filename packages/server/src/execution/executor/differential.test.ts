import { test } from 'vitest'
import { expectEqualAnswers } from './testing/expect-equal-answers.ts'

test('behavior: fuzz: our schema: our executor and graphql give the same answers', async () => {
  await expectEqualAnswers('our schema')
}, 600_000)
