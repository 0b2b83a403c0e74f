import { isObject } from '../json.ts'
import { RpcError, type RpcRequest, rpcCodes } from './json-rpc.ts'
import { metaKeys } from './read-post.ts'

/** Headers as Node has them: names in lower case. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** The parameter that the header `Mcp-Name` must repeat. */
const named: Readonly<Record<string, 'name' | 'uri'>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

/**
 * Checks a request of the stateless version before its method reads the parameters.
 *
 * @param headers - `undefined` on standard input, which has none.
 * @param methods - served methods.
 * @returns The error and its HTTP status; `undefined` if the request is valid. Source: MCP
 * 2026-07-28.
 */
export function statelessFault(
  { id, method, params = {} }: RpcRequest,
  headers: Headers | undefined,
  methods: Readonly<Record<string, unknown>>,
): { status: 400 | 404; error: RpcError } | undefined {
  const fault = (code: number, text: string, status: 400 | 404 = 400) => ({
    status,
    error: new RpcError(code, text, undefined, id),
  })
  if (!isObject(params._meta?.[metaKeys.capabilities]))
    return fault(
      rpcCodes.invalidParams,
      `params._meta[${JSON.stringify(metaKeys.capabilities)}] is not an object.`,
    )
  if (headers) {
    const inHeader = headers['mcp-method']
    if (inHeader !== method)
      return fault(rpcCodes.headerMismatch, differs('Mcp-Method', inHeader, 'method', method))
    const key = Object.hasOwn(named, method) ? named[method] : undefined
    if (key) {
      const name = decoded(headers['mcp-name'])
      if (name !== params[key])
        return fault(
          rpcCodes.headerMismatch,
          differs('Mcp-Name', name, `params.${key}`, params[key]),
        )
    }
  }
  if (!Object.hasOwn(methods, method))
    return fault(rpcCodes.methodNotFound, `Method not found: ${method.slice(0, 64)}`, 404)
  return undefined
}

const encoded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/

/** Decodes a header. Text that a header cannot contain is sent as base64 of its UTF-8 bytes. */
function decoded(header: Headers[string]): string | undefined {
  if (header === undefined) return undefined
  const text = String(header).trim()
  const base64 = encoded.exec(text)?.[1]
  return base64 === undefined ? text : Buffer.from(base64, 'base64').toString('utf8')
}

function differs(header: string, value: unknown, place: string, expected: unknown): string {
  return `The header ${header} is ${shown(value)}, ${place} is ${shown(expected)}: they have to be equal.`
}

function shown(value: unknown): string {
  return value === undefined ? 'missing' : (JSON.stringify(value) ?? '').slice(0, 200)
}
