import { errorTable } from '@fiq/shared/error-table'
import { type ErrorCode, FiqError, type Funds } from '@fiq/shared/errors'
import type { Answer, AnswerError, AnswerPayment, Source } from '../context.ts'
import type { HttpResponse } from './send-request.ts'

/**
 * Narrows an HTTP answer to what is used of it. Unknown members are dropped, wrong ones ignored:
 * a server may say more than we know, and its provenance is no reason to lose paid data.
 *
 * @throws FiqError with the server's own code for an error answer, `SERVER_ERROR` for what is no
 * GraphQL response.
 */
export function readAnswer(http: HttpResponse, payment?: AnswerPayment): Answer {
  const body = parse(http.body)
  const errors = listOf(body?.['errors']).map(readError)
  if (http.status !== 200) throw failureOf(http, errors)
  if (!body || !('data' in body || errors.length > 0))
    throw new FiqError('SERVER_ERROR', 'The server answered with something that is no result.', {
      facts: [`Starts with: ${http.body.slice(0, 80)}`],
      remedy: 'Check that --url names a fiq server.',
    })
  const extensions = recordOf(body['extensions']) ?? {}
  return {
    response: body,
    data: recordOf(body['data']) ?? null,
    errors,
    sources: listOf(extensions['sources']).flatMap(readSource),
    warnings: listOf(extensions['warnings']).filter((line) => typeof line === 'string'),
    sandbox: http.headers['x-fiq-data'] === 'sandbox',
    payment,
  }
}

/** The error to throw for one error of the server. */
export function errorOf(error: AnswerError): FiqError {
  return new FiqError(error.code ?? 'SERVER_ERROR', error.message, {
    facts: error.facts,
    ...(error.remedy === undefined ? {} : { remedy: error.remedy }),
    ...(error.funds === undefined ? {} : { funds: error.funds }),
  })
}

const codesByStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'INVALID_KEY',
  403: 'TIER_DENIED',
  404: 'UNKNOWN_PATH',
  413: 'BODY_TOO_LARGE',
  429: 'RATE_LIMITED',
}

function failureOf(http: HttpResponse, errors: readonly AnswerError[]): FiqError {
  const retryAfter = http.headers['retry-after']
  const more = retryAfter ? [`Retry after: ${retryAfter.slice(0, 40)} s`] : []
  const first = errors[0]
  const code = first?.code ?? codesByStatus[http.status] ?? 'SERVER_ERROR'
  if (first) return errorOf({ ...first, code, facts: [...first.facts, ...more] })
  return new FiqError(code, `The server answered HTTP ${http.status}.`, {
    facts: more,
    ...(http.status >= 300 && http.status < 500 && http.status !== 429
      ? { remedy: 'Check that --url names a fiq server.' }
      : {}),
  })
}

function readError(error: unknown): AnswerError {
  const { message, path, extensions } = recordOf(error) ?? {}
  const { code, facts, remedy, funds } = recordOf(extensions) ?? {}
  return {
    message: textOf(message) ?? 'The server gave no reason.',
    path: listOf(path).map(String).join('.'),
    code:
      typeof code === 'string' && Object.hasOwn(errorTable, code) ? (code as ErrorCode) : undefined,
    facts: listOf(facts).filter((fact) => typeof fact === 'string'),
    remedy: textOf(remedy),
    funds: fundsStates.find((state) => state === funds),
  }
}

const fundsStates: readonly Funds[] = ['untouched', 'at-risk', 'spent', 'owed']

function readSource(value: unknown): Source[] {
  const source = recordOf(value)
  const name = textOf(source?.['source'])
  if (!source || name === undefined) return []
  return [
    {
      path: Array.isArray(source['path'])
        ? source['path'].map(String).join('.')
        : (textOf(source['path']) ?? ''),
      source: name,
      sourceUrl: textOf(source['sourceUrl']),
      asOf: textOf(source['asOf']),
      mode: textOf(source['mode']),
      stale: source['stale'] === true,
    },
  ]
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return recordOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
