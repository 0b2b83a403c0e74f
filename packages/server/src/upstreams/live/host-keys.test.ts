import { expect, test } from 'vitest'
import { checkHostKeys, checkSendable } from './host-keys.ts'

const contact = 'Łukasz Nowak lukasz@example.org'

test('default: accepts Latin letters with accents, and a missing key', () => {
  checkHostKeys({ SEC_USER_AGENT: 'Zoë Ünal zoe@example.org', FRED_API_KEY: undefined })
  checkSendable('FINNHUB_API_KEY', 'abc', 'finnhub.io')
})

test.each([contact, 'a\nb', 'key\u0000', '鍵'])(
  'error: refuses text that no header can hold, without repeating it (%#)',
  (value) => {
    expect(() => checkHostKeys({ SEC_USER_AGENT: value })).toThrow(
      expect.objectContaining({
        code: 'CONFIGURATION_INVALID',
        message: 'SEC_USER_AGENT cannot be sent to its source.',
      }),
    )
    expect(() => checkSendable('FINNHUB_API_KEY', value, 'finnhub.io')).toThrow(
      expect.objectContaining({
        code: 'NOT_CONFIGURED',
        message: 'FINNHUB_API_KEY cannot be sent to finnhub.io.',
      }),
    )
  },
)

test('behavior: ignores variables of other programs', () => {
  checkHostKeys({ PS1: '→ ' })
})
