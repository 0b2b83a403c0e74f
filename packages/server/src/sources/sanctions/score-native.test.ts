import { expect, test } from 'vitest'
import { readName } from '../../names/read-name.ts'
import { scoreNames, scoreThreshold } from './score-names.ts'
import { nativeScore, romanisations } from './score-native.ts'

const score = (query: string, listed: string) =>
  nativeScore(readName(query, 'person'), readName(listed, 'person'))

test.each([
  ['김정은', 'KIM, Jong Un'],
  ['김 정은', 'KIM JONG UN'],
  ['김정은', 'Kim Jong-un'],
  ['김정은', 'Jong Un Kim'],
  ['郑雁雄', 'ZHENG, Yanxiong'],
  ['夏 宝龙', 'Xia Baolong'],
  ['毛泽东', 'MAO, Tse-tung'],
])('default: %s may be spelled %s, with a score below 1', (query, listed) => {
  expect(score(query, listed)).toBeGreaterThan(0.8)
  expect(score(query, listed)).toBeLessThan(0.95)
})

test.each([
  ['김정은', 'KIM, Jong Il'],
  ['苏伟', 'WEI, Su'],
  ['신수진', 'SUNSHINE'],
])('behavior: %s does not match %s', (query, listed) => {
  expect(score(query, listed)).toBe(0)
})

test.each([
  ['이상돈', 'Lee Sang-don'],
  ['이명세', 'Lee Myeong-se'],
  ['蔡英文', 'Tsai Ing-wen'],
])('behavior: a syllable of %s may look like a title or a form: %s', (query, listed) => {
  expect(score(query, listed)).toBe(0.9)
})

test.each([
  ['梁國雄', 'LEUNG, Kwok-hung'],
  ['黃定光', 'Wong Ting-kwong'],
  ['鄧炳強', 'TANG, Ping-keung Chris'],
  ['鄧炳強', 'Chris Tang Ping-keung'],
])('behavior: %s is spelled as in Hong Kong: %s', (query, listed) => {
  expect(score(query, listed)).toBe(0.9)
})

test('behavior: no name is half Mandarin and half Cantonese', () => {
  expect(score('梁國雄', 'LIANG, Guoxiong')).toBe(0.9)
  expect(score('梁國雄', 'LEUNG, Kwok-xiong')).toBe(0)
})

test('behavior: characters with the same sound are not identical', () => {
  expect(score('高石早苗', '高市早苗')).toBeLessThan(0.95)
  expect(score('高市早苗', '高市早苗')).toBe(1)
  expect(score('王毅', '李强')).toBe(0)
  expect(score('王毅', '王小毅')).toBe(0)
})

test('behavior: compares foreign names in Han, and other scripts, by words', () => {
  expect(score('贝拉克·奥巴马', 'Barack Obama')).toBeUndefined()
  expect(score('Лавров', 'Lavrov')).toBeUndefined()
})

test('default: finds candidates by several romanisation systems', () => {
  expect(romanisations(readName('김정은', 'person'))).toContain('kim jong un')
  expect(romanisations(readName('王毅', 'person'))).toContain('wang yi')
  expect(romanisations(readName('Wang Yi', 'person'))).toEqual([])
})

test('behavior: spellings of a name in Arabic letters are equal, and other names with its consonants are not', () => {
  expect(scoreNames('عبد الله احمد', 'عبدالله أحمد', 'person')).toBe(1)
  expect(scoreNames('اسامه بن لادن', 'أسامة بن لادن', 'person')).toBe(1)
  expect(scoreNames('صبحي نصر', 'عصبة الأنصار', 'organisation')).toBeLessThan(scoreThreshold)
  expect(scoreNames('ناصر سليم', 'أنصار الاسلام', 'organisation')).toBeLessThan(scoreThreshold)
})
