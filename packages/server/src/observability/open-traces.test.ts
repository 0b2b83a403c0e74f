import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { FiqError } from '@fiq/shared/errors'
import { expect, test } from 'vitest'
import { openTraces } from './open-traces.ts'

type Span = { name: string; spanId: string; parentSpanId?: string; status: { code?: number } } & {
  attributes: { key: string; value: { stringValue?: string } }[]
}

/** Spans, by name, that a collector received over HTTP during `work`. */
async function collected(work: (traces: ReturnType<typeof openTraces>) => Promise<void>) {
  const spans = new Map<string, Span>()
  const collector = createServer(async (request, response) => {
    type Body = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
    const { resourceSpans } = (await json(request)) as Body
    for (const { scopeSpans } of resourceSpans)
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) spans.set(span.name, span)
    response.end('{}')
  })
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  const traces = openTraces(`http://127.0.0.1:${(collector.address() as AddressInfo).port}`, 'test')
  await work(traces)
  await traces.close()
  collector.close()
  return spans
}

test('default: parts are children of the part that runs them, immediately or after a wait', async () => {
  const spans = await collected(async ({ request, part }) => {
    const traced = request({})
    await new Promise<void>((resolve) =>
      traced.run(() => {
        expect(part('price', {}, () => 3)).toBe(3)
        void part('execute', {}, async () => part('upstream', {}, async () => {})).then(resolve)
      }),
    )
    traced.end('POST /x', { 'http.route': '/x' })
  })
  const idOf = (name: string) => spans.get(name)?.spanId
  expect(spans.get('price')?.parentSpanId).toBe(idOf('POST /x'))
  expect(spans.get('execute')?.parentSpanId).toBe(idOf('POST /x'))
  expect(spans.get('upstream')?.parentSpanId).toBe(idOf('execute'))
})

test('error: passes on a failure, and traces only its code', async () => {
  const spans = await collected(async ({ part }) => {
    const fail = () => {
      throw new FiqError('NOT_FOUND', 'The directory has no ticker "SECRET".')
    }
    expect(() => part('price', {}, fail)).toThrow('SECRET')
    await expect(part('execute', {}, async () => fail())).rejects.toThrow('SECRET')
  })
  for (const name of ['price', 'execute']) {
    expect(spans.get(name)?.attributes).toEqual([
      { key: 'error.type', value: { stringValue: 'NOT_FOUND' } },
    ])
    expect(spans.get(name)?.status).toEqual({ code: 2 })
  }
})
