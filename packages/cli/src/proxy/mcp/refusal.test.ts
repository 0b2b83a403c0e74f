import { RpcError, rpcCodes } from '@fiq/shared/mcp/json-rpc'
import { expect, test } from 'vitest'
import { terms } from '../../payment/testing/test-terms.ts'
import { createRequestMoney } from '../request-money.ts'
import { notRpc, rpcErrorFor, rpcRefusal } from './refusal.ts'

const asked = new RpcError(rpcCodes.invalidParams, 'No.')

test('default: an error of the protocol is passed on', () => {
  const money = createRequestMoney()
  expect(rpcErrorFor(asked, money)).toBe(asked)
  const refused = JSON.parse(rpcRefusal(money.state(notRpc(asked))))
  expect(refused.error).toEqual({ code: rpcCodes.invalidParams, message: 'No.' })
})

test('error: any other error of a call states where its money is, and hides its text', () => {
  const money = createRequestMoney()
  const id = terms(1).id
  money.follow({ ...terms(1), state: 'answered', transaction: '0xab' })
  const error = rpcErrorFor(new TypeError('a text of the program'), money)
  expect(error).toMatchObject({
    code: rpcCodes.refused,
    message: 'The proxy failed unexpectedly.',
    data: { code: 'INTERNAL', funds: 'spent', payment: { id } },
  })
  expect(JSON.stringify(error.data)).not.toMatch(/a text of the program|fiq payments/)
})
