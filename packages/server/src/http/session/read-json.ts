import { type ErrorDetail, FiqError } from '@fiq/shared/errors'
import type * as z from 'zod'
import { parseBody } from '../../accounts/parse-body.ts'

/** @throws FiqError `BAD_JSON`, `BAD_INPUT` naming the field */
export function readJson<body>(
  text: string,
  schema: z.ZodType<body>,
  detail: ErrorDetail = {},
): body {
  const parsed = schema.safeParse(parseBody(text))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new FiqError('BAD_INPUT', `${issue?.path.join('.') || 'body'}: ${issue?.message}.`, detail)
}
