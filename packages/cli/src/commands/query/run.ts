import { isObject } from '@fiq/shared/json'
import type { ParsedArguments } from '../../command-line/declaration.ts'
import { readOperation } from '../../command-line/read-operation.ts'
import { present } from '../../command-line/views/present.ts'
import type { CliContext } from '../../compose/context.ts'
import type { Answer } from '../../query/answer.ts'
import { isNothing } from '../../query/rows.ts'
import { safeJson } from '../../terminal/format/safe-json.ts'

/** `fiq query` */
export async function run(context: CliContext, args: ParsedArguments): Promise<void> {
  const answer = await context.query(await readOperation(context, args))
  const { data, errors } = answer
  const response = withAge(answer)
  const result = {
    value: response,
    rows: firstList(data) ?? [data],
    view: () => safeJson(response, 2),
  }
  // The response is printed even if it contains only errors.
  if (errors.length > 0 && isNothing(data)) context.output.print(result)
  present(context, answer, result, data)
}

/** The response. For a resumed one, `extensions.payment` states its age, in a pipe too. */
function withAge({ response, age }: Answer): Answer['response'] {
  if (!age) return response
  const { extensions } = response
  const payment = { resumed: true, ageSeconds: Math.floor(age.ms / 1_000), stale: age.stale }
  return { ...response, extensions: { ...(isObject(extensions) ? extensions : {}), payment } }
}

/** The first list in the data, outermost first. It gives the rows of a table. */
function firstList(data: unknown): readonly unknown[] | undefined {
  let level: readonly unknown[] = [data]
  while (level.length > 0) {
    const list = level.find((value): value is readonly unknown[] => Array.isArray(value))
    if (list) return list
    level = level.filter(isObject).flatMap((row) => Object.values(row))
  }
  return undefined
}
