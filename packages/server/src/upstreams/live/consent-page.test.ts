import { expect, test } from 'vitest'
import { refuseConsentPage } from './consent-page.ts'

const quote = new URL('https://query1.finance.yahoo.com/v7/finance/quote?symbols=A&crumb=secret')
const page = (text: string) => new TextEncoder().encode(text)
const consent = expect.objectContaining({
  code: 'UPSTREAM_CHANGED',
  message: 'Yahoo answers this address with its consent page.',
  remedy: expect.stringContaining('sources revoke yahoo'),
})

test.each([
  'https://guce.yahoo.com/consent?brandType=nonEu&gcrumb=x',
  'https://consent.yahoo.com/v2/collectConsent?sessionId=3_cc',
])('error: recognises a redirect to %s', (next) => {
  expect(() => refuseConsentPage(quote, new URL(next))).toThrow(consent)
})

test('error: recognises the page itself with status 200, and omits the key of the address', () => {
  const body = page('<!DOCTYPE html><form class="consent-form" action="/v2/collectConsent">')
  expect(() => refuseConsentPage(quote, quote, body)).toThrow(consent)
  expect(() => refuseConsentPage(quote, quote, body)).toThrow(
    expect.objectContaining({
      facts: expect.not.arrayContaining([expect.stringMatching('secret')]),
    }),
  )
})

test('default: data, and pages of others, are not consent pages', () => {
  const json = page('{"title":"what collectConsent means"}')
  const other = new URL('https://x.org/')
  expect(() => refuseConsentPage(quote, quote, json)).not.toThrow()
  expect(() =>
    refuseConsentPage(quote, other, page('<a href="https://consent.yahoo.com">')),
  ).not.toThrow()
})
