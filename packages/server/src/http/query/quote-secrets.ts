import type { QuoteSecret } from '@fiq/shared/payment/quote-secret'
import { createRandomTexts } from '../random-texts.ts'

/** Draws the secrets of quotes, 128 random bits each. */
export function createQuoteSecrets(): () => QuoteSecret {
  return createRandomTexts(16, 'base64url')
}
