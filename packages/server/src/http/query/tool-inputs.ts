import type { Tool } from '@fiq/shared/catalog/tool'
import { FiqError, InputError } from '@fiq/shared/errors'
import { isObject, type Json } from '@fiq/shared/json'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { parseBody } from '../../accounts/parse-body.ts'

/** @returns The input itself. @throws FiqError `BAD_INPUT` with the JSON pointer of the fault. */
export type CheckInput = (input: Json) => Json

/** A tool's name, for error messages, and the schema of its input. */
export type ToolInput = Pick<Tool, 'name' | 'inputSchema'>

/**
 * One input check for each tool. Its JSON Schema is compiled by the first call, in about 10 ms: all
 * of them would take an eighth of a server's start. Defaults come from the query's schema.
 */
export function inputChecks(tools: readonly ToolInput[]): ReadonlyMap<string, CheckInput> {
  const ajv = new Ajv2020({ strict: true, allErrors: false })
  return new Map(
    tools.map((tool) => {
      let valid: ValidateFunction | undefined
      const check: CheckInput = (input) => {
        valid ??= ajv.compile(tool.inputSchema)
        if (!valid(input)) throw badInput(tool, valid.errors?.[0])
        return input
      }
      return [tool.name, check]
    }),
  )
}

/**
 * Parses a body that is an object. An empty body is an empty object.
 *
 * @throws FiqError `BAD_JSON`, `BAD_INPUT`
 */
export function parseObject(text: string): Json {
  const json = text.trim() === '' ? {} : parseBody(text)
  if (isObject(json)) return json
  throw new FiqError('BAD_INPUT', 'The request body is not a JSON object.')
}

function badInput(tool: ToolInput, fault: ErrorObject | undefined): InputError {
  const { instancePath = '', message = 'is not valid', params = {} } = fault ?? {}
  const missing = 'missingProperty' in params ? `/${params['missingProperty']}` : ''
  const extra = 'additionalProperty' in params ? `/${params['additionalProperty']}` : ''
  const allowed =
    'allowedValues' in params
      ? [`Allowed: ${(params['allowedValues'] as string[]).join(', ')}`]
      : []
  const path = `${instancePath}${missing || extra}`
  const pointer = path || '/'
  return new InputError(
    `${tool.name}: ${pointer} ${missing ? 'is required' : extra ? 'is not an input' : message}.`,
    path,
    [
      `Pointer: ${pointer}`,
      ...allowed,
      `Inputs: ${Object.keys(tool.inputSchema.properties ?? {}).join(', ') || 'none'}`,
    ],
  )
}
