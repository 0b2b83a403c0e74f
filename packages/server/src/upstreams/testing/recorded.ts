import { bodyDigest } from '../mirror-path.ts'
import type { Transport } from '../transport.ts'

/** A recorded upstream response in a connector's `fixtures/`. */
export type Fixture = {
  recorded: {
    /** Time of the recording, ISO 8601. */
    at: string
    url: string
    /** SHA-256 of the body of a POST, hex. */
    bodySha256?: string
  }
  /** Text is returned unchanged; any other value as JSON. */
  body: unknown
}

/** Answers from fixtures only. Any other request fails the test. */
export function recordedTransport(fixtures: readonly Fixture[]): Transport {
  return {
    mode: 'recorded',
    async fetch({ url, method, body }) {
      const digest = method === 'POST' ? bodyDigest(body ?? '') : undefined
      const fixture = fixtures.find(
        ({ recorded }) => recorded.url === url.href && recorded.bodySha256 === digest,
      )
      if (!fixture)
        throw new Error(
          `No fixture for ${method ?? 'GET'} ${url.href}. Record it: fetch the address once, and ` +
            'keep { recorded: { at, url }, body } in the fixtures of the connector.',
        )
      const text = typeof fixture.body === 'string' ? fixture.body : JSON.stringify(fixture.body)
      const { at } = fixture.recorded
      return { body: new TextEncoder().encode(text), mode: 'recorded', asOf: at, retrievedAt: at }
    },
  }
}
