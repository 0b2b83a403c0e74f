import { test } from 'vitest'
import { expectEqualAnswers } from './testing/expect-equal-answers.ts'

test('behavior: fuzz: abstract types: our executor and graphql give the same answers', async () => {
  await expectEqualAnswers('abstract types')
}, 600_000)
