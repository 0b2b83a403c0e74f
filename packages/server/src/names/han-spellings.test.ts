import { expect, test } from 'vitest'
import { hanSpellings, surnameLengthOf, wadeGiles } from './han-spellings.ts'

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
  expect(hanSpellings('吕')[0]).toEqual(['lu', 'lv', 'lyu', 'lue'])
})

test('behavior: reads surnames of two characters', () => {
  expect(['欧阳修', '王毅', '남궁민', '欧阳'].map(surnameLengthOf)).toEqual([2, 1, 2, 1])
})
