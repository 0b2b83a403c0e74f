import { expect, test } from 'vitest'
import { hanRomanised, hanSpellings, surnameLengthOf, wadeGiles } from './han-spellings.ts'

test.each([
  ['zheng', 'cheng'],
  ['xia', 'hsia'],
  ['zhang', 'chang'],
  ['qian', 'chien'],
  ['si', 'ssu'],
  ['shi', 'shih'],
  ['zhi', 'chih'],
  ['zi', 'tzu'],
  ['duo', 'to'],
  ['guo', 'kuo'],
  ['ri', 'jih'],
  ['rong', 'jung'],
  ['xiong', 'hsiung'],
  ['yan', 'yen'],
])('default: %s is %s in Wade-Giles', (pinyin, wade) => {
  expect(wadeGiles(pinyin)).toBe(wade)
})

test('default: pinyin first, the surname with its own reading', () => {
  expect(hanSpellings('仇小单').map(([first]) => first)).toEqual(['qiu', 'xiao', 'dan'])
  expect(hanSpellings('吕')[0]?.slice(0, 4)).toEqual(['lu', 'lv', 'lyu', 'lue'])
})

test.each([
  ['李登輝', ['lee', 'teng', 'hui']],
  ['蔡英文', ['tsai', 'ing', 'wen']],
  ['吳思瑤', ['wu', 'szu', 'yao']],
  ['郭正亮', ['kuo', 'jeng', 'liang']],
  ['許志修', ['syu', 'jhih', 'siou']],
  ['盧秀燕', ['lu', 'shiow']],
  ['王建民', ['wang', 'chien', 'ming']],
  ['余光中', ['yu', 'kwang', 'chung']],
  ['李遠哲', ['lee', 'yuan', 'tseh']],
  ['曾銘宗', ['tseng', 'ming', 'chung']],
])('behavior: Taiwan spells %s as %j', (native, latin) => {
  const spellings = hanSpellings(native)
  expect(latin.filter((syllable, at) => !spellings[at]!.includes(syllable))).toEqual([])
})

test('behavior: only surnames have the spellings of Hong Kong and South East Asia', () => {
  const [surname, given] = hanSpellings('陈林')
  expect([surname, given]).toEqual([
    expect.arrayContaining(['chan']),
    expect.not.arrayContaining(['lam', 'lim']),
  ])
})

test('default: spells a name in pinyin, Wade-Giles and Cantonese, the surname apart', () => {
  expect(hanRomanised('欧阳正')).toEqual(['ouyang zheng', 'ouyang cheng', 'auyeung ching'])
})

test('behavior: reads surnames of two characters', () => {
  expect(['欧阳修', '王毅', '남궁민', '欧阳'].map(surnameLengthOf)).toEqual([2, 1, 2, 1])
})
