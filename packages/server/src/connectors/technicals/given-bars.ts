import { FiqError } from '@fiq/shared/errors'
import { figureMax } from '@fiq/shared/indicators/indicator'
import { z } from 'zod'
import type { Bar } from '../../sources/connector.ts'

/** Most bars in one query. Ten years of daily bars are 2,520. */
export const barsMax = 5_000

/**
 * The bars of an argument, checked against the shape of `Bar`.
 *
 * @throws FiqError `BAD_INPUT` naming the argument
 */
export function givenBars(bars: unknown): readonly Bar[] {
  const parsed = barsSchema.safeParse(bars)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const argument = ['bars', ...(issue?.path ?? [])].join('.')
  throw new FiqError(
    'BAD_INPUT',
    `${argument} is not acceptable: ${issue?.message ?? 'unknown'}.`,
    {
      facts: [`Argument: ${argument}`, `Limit: ${barsMax} bars`],
    },
  )
}

const figure = z.number().min(-figureMax).max(figureMax)
const price = figure.nullish().transform((value) => value ?? null)
const volume = figure
  .min(0)
  .nullish()
  .transform((value) => value ?? null)
const barsSchema = z
  .array(
    z.object({
      date: z.union([
        z.iso.date(),
        z.iso.datetime({ offset: true, error: 'not an ISO 8601 date or instant' }),
      ]),
      open: price,
      high: price,
      low: price,
      close: figure,
      volume,
    }),
  )
  .min(1, 'at least one bar')
  .max(barsMax, `at most ${barsMax} bars`)
