import { expect, test } from 'vitest'
import { gwoyeuRomatzyh } from './gwoyeu-romatzyh.ts'

test.each([
  ['jiu', 'jiou jyou jeou jiow'],
  ['ping', 'ping pyng piing pinq'],
  ['xi', 'shi shyi shii shih'],
  ['zhong', 'jong jorng joong jonq'],
  ['hua', 'hua hwa hoa huah'],
  ['bai', 'bai bair bae bay'],
  ['hao', 'hau haur hao haw'],
  ['zhi', 'jy jyr jyy jyh'],
  ['guo', 'guo gwo guoo guoh'],
  ['xue', 'shiue shyue sheue shiueh'],
  ['lun', 'luen lwen loen luenn'],
  ['jia', 'jia jya jea jiah'],
])('default: spells %s in four tones', (pinyin, spelled) => {
  expect(gwoyeuRomatzyh(pinyin)).toEqual(spelled.split(' '))
})

test('behavior: returns nothing for a syllable without an initial', () => {
  expect(['yi', 'wu', 'an', ''].flatMap(gwoyeuRomatzyh)).toEqual([])
})
