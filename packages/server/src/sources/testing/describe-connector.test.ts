import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkAnswer, narrowedJson } from '../../upstreams/checked-answer.ts'
import { recordedTransport } from '../../upstreams/testing/recorded.ts'
import type { Connector } from '../connector.ts'
import { describeConnector, testContext } from './describe-connector.ts'

/** The smallest valid connector. */
const smallest: Connector = {
  area: 'smallest',
  category: 'market',
  upstreams: [
    {
      id: 'example',
      name: 'Example',
      hosts: ['example.org'],
      url: 'https://example.org',
      licence: { class: 'public', text: 'CC0' },
      delay: 'none',
    },
  ],
  sdl: 'extend type Entity { "A number." smallest(of: Int): Float }',
  fields: {
    'Entity.smallest': {
      rate: { credits: 1 },
      async resolve(_parent, _args, { upstreams }) {
        const url = new URL('https://example.org/number')
        const answer = await upstreams.fetch({ url, expects: 'json' })
        checkAnswer({ url, expects: 'json' }, null, answer.body)
        const { value } = narrowedJson(answer, url, z.object({ value: z.number() }))
        return { value, provenance: [] }
      },
    },
  },
}

describeConnector(smallest, [{ coordinate: 'Entity.smallest', args: {} }])

test('behavior: a test context builds once, and sends only recorded requests', async () => {
  const context = testContext(recordedTransport([]))
  let built = 0
  const build = async () => (built += 1)
  expect(await Promise.all([context.cached('a', 1, build), context.cached('a', 1, build)])).toEqual(
    [1, 1],
  )
  expect(context.files.bars('AAPL', '1d')).toBeUndefined()
  const asked = smallest.fields['Entity.smallest']!.resolve(null, {}, context)
  await expect(asked).rejects.not.toBeInstanceOf(FiqError)
})
