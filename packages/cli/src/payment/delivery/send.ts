import { defined } from '@fiq/shared/defined'
import type { SendRequest } from '../../http/send-request.ts'
import type { Payer } from './ports.ts'

/** Sends every payable request as a POST of exactly these bytes. */
export function createSend(send: SendRequest): Payer['send'] {
  return ({ url, body, headers = {} }, more, sent) =>
    send({
      method: 'POST',
      url,
      body,
      headers: { ...headers, ...more },
      ...defined({ sent }),
    })
}
