import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accuracyPage } from './accuracy-page.ts'
import { earningsArea } from './earnings-checks.ts'
import { knownAnswersArea } from './known-answers.ts'
import { knownOnArea } from './known-on-checks.ts'
import { screeningArea } from './screening-checks.ts'
import { segmentsArea } from './segment-checks.ts'
import { statementsArea } from './statement-checks.ts'

/** All areas with a source of truth. */
const areas = [
  statementsArea(),
  segmentsArea(),
  knownOnArea(),
  await knownAnswersArea(),
  earningsArea(),
  await screeningArea(),
]

const page = join(import.meta.dirname, '../../docs/accuracy.md')
writeFileSync(page, accuracyPage(areas))
for (const { area, rows } of areas)
  for (const { property, cases, right } of rows)
    console.log(`${area}: ${property}: ${right}/${cases}`)
