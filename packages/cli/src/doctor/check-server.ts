import { jsonOf } from '@fiq/shared/json'
import { sanitise } from '@fiq/shared/sanitise'
import { tariff } from '@fiq/shared/schema/contract'
import * as z from 'zod/mini'
import type { SendRequest } from '../http/send-request.ts'
import type { Check } from './check.ts'

/** With a larger difference to the server's clock, payments are refused. */
const skewMsMax = 30_000

const serviceSchema = z.object({
  name: z.literal('fiq'),
  version: z.string().check(z.maxLength(64)),
  tariff: z.string().check(z.maxLength(64)),
  network: z.nullable(z.string().check(z.maxLength(64))),
  dataMode: z.optional(z.string().check(z.maxLength(64))),
  devnet: z.boolean(),
})

const sourcesSchema = z.object({ areas: z.array(z.object({ isReady: z.boolean() })) })
const members = z.record(z.string(), z.unknown())
const tariffSchema = z.object({ rates: members, unavailable: z.optional(members) })

/**
 * How much the server can answer: areas, as `fiq up --status` counts them, or priced fields of a
 * server that sells. `undefined` if it does not report that.
 */
async function answeredWords(
  serverUrl: string,
  sells: boolean,
  send: SendRequest,
): Promise<string | undefined> {
  const url = new URL(`${serverUrl}/api/v1/${sells ? 'tariff' : 'sources'}`)
  const answer = await send({ method: 'GET', url, headers: {} }).catch(() => undefined)
  const body = answer?.status === 200 ? jsonOf(answer.body) : undefined
  if (!sells) {
    const { data } = z.safeParse(sourcesSchema, body)
    return (
      data && `${data.areas.filter(({ isReady }) => isReady).length} of ${data.areas.length} areas`
    )
  }
  const { data } = z.safeParse(tariffSchema, body)
  const all = Object.keys(data?.rates ?? {})
  const answered = all.filter((field) => !Object.hasOwn(data?.unavailable ?? {}, field))
  return data && `${answered.length} of ${all.length} fields`
}

/**
 * Checks that the server answers, is a fiq server and has the same prices, and that the clocks
 * agree.
 */
export async function checkServer(
  serverUrl: string,
  { send, version, now }: { send: SendRequest; version: string; now: () => number },
): Promise<readonly Check[]> {
  const url = new URL(`${serverUrl}/api/v1/service`)
  const answer = await send({ method: 'GET', url, headers: {} }).catch((error: Error) => error)
  if (answer instanceof Error)
    return [
      {
        name: 'server',
        status: 'skipped',
        detail: `${serverUrl} does not answer: ${sanitise(answer.message).slice(0, 200)}`,
        remedy:
          'Start your own server with fiq up, or correct --url. fiq price and the commands for wallets and payments also work offline.',
      },
    ]
  const service = z.safeParse(serviceSchema, jsonOf(answer.body))
  if (answer.status !== 200 || !service.success)
    return [
      {
        name: 'server',
        status: 'failed',
        detail: `${serverUrl} is not a fiq server (HTTP ${answer.status})`,
        remedy: 'Set the address of a fiq server: fiq config set url <address>',
      },
    ]
  const { data } = service
  const parts = [
    data.network ?? 'sells nothing',
    data.devnet ? 'devnet' : '',
    data.dataMode ?? '',
    await answeredWords(serverUrl, data.network !== null, send),
  ].filter(Boolean)
  return [
    {
      name: 'server',
      status: 'ok',
      detail: sanitise(`${serverUrl}, fiq ${data.version}, ${parts.join(', ')}`),
    },
    data.tariff === tariff.version
      ? { name: 'tariff', status: 'ok', detail: `${tariff.version}, same as the server` }
      : {
          name: 'tariff',
          status: 'failed',
          detail: sanitise(`${tariff.version} in fiq ${version}, ${data.tariff} at the server`),
          remedy: 'Update fiq or the server: fiq refuses prices that differ.',
        },
    ...checkClock(answer.headers['date'], now()),
  ]
}

function checkClock(date: string | undefined, now: number): readonly Check[] {
  const there = date === undefined ? Number.NaN : Date.parse(date)
  if (Number.isNaN(there)) return []
  const skewMs = now - there
  const detail = `${Math.round(Math.abs(skewMs) / 1_000)} s ${skewMs < 0 ? 'behind' : 'ahead of'} the server`
  if (Math.abs(skewMs) <= skewMsMax) return [{ name: 'clock', status: 'ok', detail }]
  const remedy = 'Correct the clock: a signed payment is valid only for a minute or two.'
  return [{ name: 'clock', status: 'failed', detail, remedy }]
}
