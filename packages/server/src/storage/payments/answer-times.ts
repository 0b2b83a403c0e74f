import type { Database } from '../database/database.ts'

/** Times from the claim of a payment to its answer in one time step, in milliseconds. */
export type AnswerTimes = { answers: number; median: number; p95: number }

/**
 * Upper bounds of the classes, in milliseconds: from 1 ms to two minutes, each a quarter above the
 * previous one.
 */
const classBounds = [...new Set(Array.from({ length: 53 }, (_, power) => Math.ceil(1.25 ** power)))]

const timesSql = (stepMs: number) => `select created_at / ${stepMs} as step, ${classOf} as class,
    count(*) as answers
  from payments where created_at >= ? and answered_at is not null
    and state in ('settled', 'answered', 'owed')
  group by created_at / ${stepMs}, ${classOf}`
const classOf = `case ${classBounds
  .map((bound, place) => `when answered_at - created_at <= ${bound} then ${place}`)
  .join(' ')} else ${classBounds.length} end`

/** Number of answers in a class. */
type ClassCount = { class: number; answers: number }

/**
 * Median and 95th percentile by steps as in `settledBySteps`, and over all steps. Answers are
 * counted by classes, so that the times need not be sorted. Values within a class are interpolated,
 * with an error of at most a quarter. Reads only an index, and returns at most a row for each step
 * and class.
 */
export async function answerTimesBySteps(
  database: Pick<Database, 'scan'>,
  { stepMs, fromMs }: { stepMs: number; fromMs: number },
): Promise<{ all: AnswerTimes; steps: ReadonlyMap<number, AnswerTimes> }> {
  const rows = (await database.scan(timesSql(stepMs), fromMs)).map((row) => ({
    step: Number(row['step']),
    class: Number(row['class']),
    answers: Number(row['answers']),
  }))
  const steps = Map.groupBy(rows, ({ step }) => step)
  return {
    all: timesOf(rows),
    steps: new Map([...steps].map(([step, classes]) => [step, timesOf(classes)])),
  }
}

function timesOf(counts: readonly ClassCount[]): AnswerTimes {
  const answers = counts.reduce((sum, each) => sum + each.answers, 0)
  const classes = new Array<number>(classBounds.length + 1).fill(0)
  for (const each of counts) classes[each.class]! += each.answers
  return {
    answers,
    median: percentile(classes, answers / 2),
    p95: percentile(classes, answers * 0.95),
  }
}

/** The time that `rank` of the answers did not exceed, in milliseconds. At most the last bound. */
function percentile(classes: readonly number[], rank: number): number {
  let below = 0
  for (const [place, answers] of classes.entries()) {
    if (answers > 0 && below + answers >= rank) {
      const from = place === 0 ? 0 : classBounds[place - 1]!
      const until = classBounds[place] ?? from
      return Math.round(from + ((until - from) * (rank - below)) / answers)
    }
    below += answers
  }
  return 0
}
