import { expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import type { PersonalPorts } from '../../personal/personal-ports.ts'
import { run } from './run.ts'

const url = 'http://127.0.0.1:4022'

test.each([
  [{ url }, {}, `Ended the server at ${url}.\n`, 0],
  [undefined, {}, 'No server runs.\n', 0],
  [{ url }, { disable: true }, `Ended the server at ${url}.\n`, 1],
])('default: says what was ended (%#)', async (stopped, options, words, disabled) => {
  let count = 0
  const disable = () => {
    count += 1
  }
  const personal = { stop: async () => stopped, disable } as unknown as PersonalPorts
  const { context, out } = sceneOf({ personal })
  await run(context, { arguments: {}, options })
  expect(out()).toBe(words)
  expect(count).toBe(disabled)
})
