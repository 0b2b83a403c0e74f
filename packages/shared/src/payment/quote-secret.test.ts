import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeHeader, encodeJson } from './header-codec.ts'
import { blankSecret, readQuoteSecret, secretHashOf, secretPlaceOf } from './quote-secret.ts'

const secret = () => randomBytes(16).toString('base64url')

describe('secretPlaceOf', () => {
  test('default: the spliced header equals the encoding of the JSON with the secret, byte for byte, and the secret begins a base64 group', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z-]{1,30}$/), fc.jsonValue(), (extension, value) => {
        const own = secret()
        const place = secretPlaceOf(extension)
        const json = place.json(blankSecret, `"info":${JSON.stringify(value)}}}}`)
        const spliced = place.write(encodeJson(json), own)
        expect(place.read(spliced)).toBe(own)
        expect(spliced).toBe(encodeJson(json.replace(blankSecret, own)))
        expect(json.indexOf(blankSecret) % 3).toBe(0)
        expect(decodeHeader(spliced)).toMatchObject({
          x402Version: 2,
          extensions: { [extension]: { secret: own } },
        })
      }),
      { numRuns: 200 },
    )
  })

  test('behavior: a secret replaces another one', () => {
    const { json, write } = secretPlaceOf('q')
    const [one, two] = [secret(), secret()]
    const header = encodeJson(json(blankSecret, '"a":1}}}'))
    expect(write(write(header, one), two)).toBe(write(header, two))
    expect(write(write(header, one), blankSecret)).toBe(header)
  })
})

describe('readQuoteSecret', () => {
  test('default: reads the secret beside the quote', () => {
    const own = secret()
    expect(readQuoteSecret({ info: {}, secret: own })).toBe(own)
  })

  test.each([undefined, null, 'text', {}, { info: {} }, { secret: blankSecret }])(
    'behavior: finds none in %j',
    (extension) => {
      expect(readQuoteSecret(extension)).toBeUndefined()
    },
  )

  test.each([
    { secret: 1 },
    { secret: '' },
    { secret: 'B'.repeat(21) },
    { secret: 'B'.repeat(23) },
    { secret: `${'B'.repeat(21)}"` },
    { secret: null },
  ])('error: %j is malformed', (extension) => {
    expect(readQuoteSecret(extension)).toBe('malformed')
  })
})

test('secretHashOf: default: has 256 bits without the secret', () => {
  const own = secret()
  expect(secretHashOf(own)).toMatch(/^[0-9a-f]{64}$/)
  expect(secretHashOf(own)).not.toBe(secretHashOf(secret()))
})
