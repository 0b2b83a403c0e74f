import { defined } from '@fiq/shared/defined'
import type { Funds } from '@fiq/shared/errors'
import { jsonNestsDeeper } from '@fiq/shared/payment/json-nests-deeper'
import { answerLevelsMax } from '@fiq/shared/payment/read-result'
import { serverCode, serverSays } from '../../http/server-says.ts'
import { untrusted } from './agent-words.ts'

/**
 * Rewrites the errors of a GraphQL response: the server's words as a quote, a code that servers
 * send, and the funds as this program knows them. Omits the server's own remedy and funds.
 *
 * @param funds - Where the money for this answer is.
 * @returns The body unchanged if it has no errors, or is not a GraphQL response.
 */
export function restateErrors(body: string, funds: Funds): string {
  if (!body.includes('"errors"') || jsonNestsDeeper(body, answerLevelsMax)) return body
  const response = parse(body)
  if (!isRecord(response) || !Array.isArray(response['errors'])) return body
  const extensions = isRecord(response['extensions']) ? response['extensions'] : {}
  return JSON.stringify({
    ...response,
    errors: response['errors'].map((error) => restate(error, funds)),
    extensions: { ...extensions, notice: untrusted },
  })
}

function restate(error: unknown, funds: Funds) {
  const { message, path, locations, extensions } = isRecord(error) ? error : {}
  const { code, facts } = isRecord(extensions) ? extensions : {}
  const known = serverCode(code)
  return {
    message: serverSays(typeof message === 'string' ? message : 'no reason'),
    ...defined({ locations, path }),
    extensions: {
      ...defined({ code: known }),
      ...(Array.isArray(facts)
        ? { facts: facts.filter((fact) => typeof fact === 'string').map(serverSays) }
        : {}),
      funds,
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
