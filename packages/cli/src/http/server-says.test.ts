import { clientErrors } from '@fiq/shared/error-codes/client-errors'
import { serverErrors } from '@fiq/shared/error-table'
import { describe, expect, test } from 'vitest'
import { exitCodes } from '../terminal/exit-codes.ts'
import { cleanWords, quotedCharactersMax, serverCode, serverSays } from './server-says.ts'

describe('serverCode', () => {
  test.each(Object.keys(clientErrors))('error: no server chooses %s', (code) => {
    expect(serverCode(code)).toBe('SERVER_ERROR')
  })

  test('default: keeps a known code of a server, and replaces others by SERVER_ERROR', () => {
    for (const code of Object.keys(serverErrors)) {
      const known = serverCode(code)
      expect([code, 'SERVER_ERROR']).toContain(known)
    }
    expect(serverCode('NOT_FOUND')).toBe('NOT_FOUND')
    expect(serverCode('SETTLEMENT_PENDING')).toBe('SERVER_ERROR')
    expect(serverCode('constructor')).toBe('SERVER_ERROR')
    expect(serverCode(7)).toBeUndefined()
  })

  test('behavior: no server code leads to an exit code about this machine or a payment', () => {
    const exits = Object.keys(serverErrors).map((code) => {
      const known = serverCode(code)!
      return known === 'SERVER_ERROR' ? 6 : exitCodes[serverErrors[known as 'NOT_FOUND'].kind].exit
    })
    expect([...new Set(exits)].sort((a, b) => a - b)).toEqual([2, 4, 6, 9, 12, 13])
  })
})

describe('serverSays', () => {
  test('default: attributes the text to the server', () => {
    expect(serverSays('No.')).toBe('The server says: No.')
  })

  test('behavior: removes control, bidirectional and zero-width characters, and limits the length', () => {
    expect(cleanWords('a\u001b[31mb\u202ec\u200bd\ne')).toBe('abcd e')
    expect(cleanWords('x'.repeat(1_000_000))).toHaveLength(quotedCharactersMax + 1)
  })
})
