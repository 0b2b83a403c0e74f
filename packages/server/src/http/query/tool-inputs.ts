import type { Tool } from '@fiq/shared/catalog/tool'
import { FiqError } from '@fiq/shared/errors'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { parseBody } from '../../accounts/parse-body.ts'

type Json = Readonly<Record<string, unknown>>

/** @returns the input itself. @throws FiqError `BAD_INPUT` naming the offending pointer. */
export type CheckInput = (input: Json) => Json

/** The input to check: a tool's name, for the message, and its schema. */
export type ToolInput = Pick<Tool, 'name' | 'inputSchema'>

/** One check a tool, its JSON Schema compiled once. Defaults are left to the schema of the query. */
export function inputChecks(tools: readonly ToolInput[]): ReadonlyMap<string, CheckInput> {
  const ajv = new Ajv2020({ strict: true, allErrors: false })
  return new Map(
    tools.map((tool) => {
      const valid = ajv.compile(tool.inputSchema)
      const check: CheckInput = (input) => {
        if (!valid(input)) throw badInput(tool, valid.errors?.[0])
        return input
      }
      return [tool.name, check]
    }),
  )
}

/** A body that holds an object; none is an empty one. @throws FiqError `BAD_JSON`, `BAD_INPUT` */
export function parseObject(text: string): Json {
  const json = text.trim() === '' ? {} : parseBody(text)
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Json
  throw new FiqError('BAD_INPUT', 'The request body is not a JSON object.')
}

function badInput(tool: ToolInput, fault: ErrorObject | undefined): FiqError {
  const { instancePath = '', message = 'is not as documented', params = {} } = fault ?? {}
  const missing = 'missingProperty' in params ? `/${params['missingProperty']}` : ''
  const extra = 'additionalProperty' in params ? `/${params['additionalProperty']}` : ''
  const allowed =
    'allowedValues' in params
      ? [`Allowed: ${(params['allowedValues'] as string[]).join(', ')}`]
      : []
  const pointer = `${instancePath}${missing || extra}` || '/'
  return new FiqError(
    'BAD_INPUT',
    `${tool.name}: ${pointer} ${missing ? 'is required' : extra ? 'is not an input' : message}.`,
    {
      facts: [
        `Pointer: ${pointer}`,
        ...allowed,
        `Inputs: ${Object.keys(tool.inputSchema.properties ?? {}).join(', ') || 'none'}`,
      ],
    },
  )
}
