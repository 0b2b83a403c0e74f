import { describe, expect, test } from 'vitest'
import { refuseRedirect } from './refuse-redirect.ts'

const url = new URL('https://fiq.example/api/graphql')

describe('refuseRedirect', () => {
  test('default: accepts other responses', () => {
    for (const status of [200, 299, 400, 402, 500])
      expect(() => refuseRedirect({ status, headers: {}, body: '' }, url)).not.toThrow()
  })

  test.each([301, 302, 303, 307, 308])(
    'error: refuses %i, and names the cleaned target',
    (status) => {
      const headers = { location: 'https://evil.example/\u001b[2J' }
      expect(() => refuseRedirect({ status, headers, body: '' }, url)).toThrow(
        expect.objectContaining({
          code: 'SERVER_ERROR',
          facts: [
            'Requested: https://fiq.example/api/graphql',
            `HTTP ${status} to: https://evil.example/`,
          ],
        }),
      )
    },
  )
})
