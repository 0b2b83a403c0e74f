import { expect, test } from 'vitest'
import { sceneOf } from '../../command-line/testing/scene.ts'
import type { PersonalPorts } from '../../personal/personal-ports.ts'
import { run } from './run.ts'

const url = 'http://127.0.0.1:4022'

test.each([
  [{ url }, {}, `Stopped the server at ${url}.\n`, 0],
  [undefined, {}, 'No server is running.\n', 0],
  [{ url }, { disable: true }, `Stopped the server at ${url}.\n`, 1],
])('default: reports what was stopped (%#)', async (stopped, options, words, disabled) => {
  let count = 0
  const disable = () => {
    count += 1
  }
  const alerts = { list: () => [] }
  const personal = { stop: async () => stopped, disable, alerts } as unknown as PersonalPorts
  const { context, out } = sceneOf({ personal })
  await run(context, { arguments: {}, options })
  expect(out()).toBe(words)
  expect(count).toBe(disabled)
})

test('default: says how many alerts wait for the next start', async () => {
  const alerts = { list: () => [{ condition: 'AAPL < 200' }] }
  const personal = { stop: async () => ({ url }), alerts } as unknown as PersonalPorts
  const { context, err } = sceneOf({ personal })
  await run(context, { arguments: {}, options: {} })
  expect(err()).toBe('Alerts that nothing checks now: 1; fiq up starts them again.\n')
})
