import { expect, test } from 'vitest'
import { compareLabelledPairs } from './labelled-pairs.ts'

const header = 'case_group,schema,name1,name2,is_match,quality,category,notes'
const cases = [
  header,
  'a,Person,"Putin, Vladimir",Vladimir Putin,true,STRONG,,',
  'a,Person,Boris Netanyahu,Benjamin Netanyahu,false,STRONG,,',
  'b,Company,Deutsche Bank,Siemens AG,true,,,"a ""wrong"" label"',
].join('\n')
const reference = [
  'case_group,case_id,schema,name1,name2,score',
  'a,1,Person,"Putin, Vladimir",Vladimir Putin,1.0',
  'a,2,Person,Boris Netanyahu,Benjamin Netanyahu,0.9',
].join('\n')

test('default: both halves together are all pairs; counts strong pairs separately', () => {
  const { heldOut, tuned, strong } = compareLabelledPairs({ cases, reference })
  expect(heldOut.all.pairs + tuned.all.pairs).toBe(3)
  expect((heldOut.ours?.pairs ?? 0) + (tuned.ours?.pairs ?? 0)).toBe(2)
  expect(strong).toMatchObject({ pairs: 2, wrong: 0 })
})

test('behavior: a wrong label lowers recall, and the reference uses its own scores', () => {
  const { heldOut, tuned } = compareLabelledPairs({ cases, reference })
  const wrong = [heldOut, tuned].map(({ all }) => all.recall)
  expect(Math.min(...wrong)).toBeLessThan(1)
  const precisions = [heldOut, tuned].map(({ reference: judged }) => judged?.precision)
  expect(Math.min(...precisions.map((value) => value ?? 1))).toBeLessThan(1)
})
