import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scoreNames, scoreThreshold } from './score-names.ts'

describe('scoreNames', () => {
  test.each([
    ['AEROCARIBBEAN AIRLINES', 'AeroCaribbean Airlines'],
    ['Usama bin Ladin', 'BIN LADIN, Usama'],
    ['A.B.C. Company', 'ABC Company'],
  ])('default: %j and %j are the same name, with score 1', (query, candidate) => {
    expect(scoreNames(query, candidate)).toBe(1)
  })

  test.each([
    ['Aerocaribean Airlines', 'AEROCARIBBEAN AIRLINES', 'organisation'],
    ['SergeiLavrov', 'Sergei Lavrov', 'person'],
    ['Сергей Лавров', 'LAVROV, Sergey Viktorovich', 'person'],
    ['فرناندو بيريز', 'Fernando Pérez', 'person'],
    ['Ted Kaczynski', 'Theodore Kaczynski', 'person'],
    ['Brigade Forty-Four', 'Brigade 44', 'organisation'],
    ['First Bank Intl', '1st International Bank', 'organisation'],
    ['OOO Gazprom', 'Gazprom LLC', 'organisation'],
    ['CHOE, Song Nma', 'CHOE, Song Nam', 'person'],
    ['Al Qaeda', "AL-QA'IDA/ISLAMIC ARMY", 'organisation'],
    ['van der bilt corp', 'Vanderbilt Corp', 'organisation'],
  ] as const)('behavior: %j matches %j', (query, candidate, kind) => {
    const score = scoreNames(query, candidate, kind)
    expect(score).toBeGreaterThanOrEqual(scoreThreshold)
    expect(score).toBeLessThan(1)
  })

  test.each([
    ['Volkswagen AG', 'Siemens AG', 'organisation'],
    ['Boris Netanyahu', 'Benjamin Netanyahu', 'person'],
    ['William G. Frost', 'William W. Frost', 'person'],
    ['Government of Estonia', 'Government of Ethiopia', 'organisation'],
    ['BWI Industries, Inc.', 'BAE Industries, Inc.', 'organisation'],
    ['Brigade 43', 'Brigade 44', 'organisation'],
    ['N.N.', 'Nursultan Nazarbayev', 'person'],
  ] as const)('behavior: %j does not match %j', (query, candidate, kind) => {
    expect(scoreNames(query, candidate, kind)).toBeLessThan(scoreThreshold)
  })

  test('behavior: another order of words, and another kind of legal form, score lower', () => {
    expect(scoreNames('Scholze Olaf', 'Olaf Scholz')).toBeLessThan(
      scoreNames('Olaf Scholze', 'Olaf Scholz'),
    )
    expect(scoreNames('Orion Trade Ltd', 'ORION TRADE GOVERNMENT AGENCY')).toBeLessThan(
      scoreNames('Orion Trade', 'ORION TRADE GOVERNMENT AGENCY'),
    )
  })

  test('behavior: a more similar spelling scores higher', () => {
    const exact = scoreNames('Olaf Scholz', 'Olaf Scholz')
    const near = scoreNames('Olaf Scholze', 'Olaf Scholz')
    const far = scoreNames('Olaf Schulze', 'Olaf Scholz')
    expect(exact).toBeGreaterThan(near)
    expect(near).toBeGreaterThan(far)
  })

  test('behavior: any two texts have the same score from 0 to 1 each time, a text with itself 1', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.stringMatching(/^[A-Za-z,.' -]{0,60}$/),
    )
    fc.assert(
      fc.property(name, name, (query, candidate) => {
        const score = scoreNames(query, candidate)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
        expect(scoreNames(query, candidate)).toBe(score)
        if (/[a-z]/i.test(query)) expect(scoreNames(query, query)).toBe(1)
      }),
      { numRuns: 300 },
    )
  })

  test('error: a name without letters matches nothing', () => {
    expect(scoreNames('', 'Olaf Scholz')).toBe(0)
    expect(scoreNames('…', '…')).toBe(0)
  })
})

test.each([
  ['فيصل سعود صالح الدويسان', 'AL-DOWAISAN, Faisal', true],
  ['صالح فهد العازمي', 'Saleh AL-AZMI', true],
  // The last word is another one; `Abu` is another person; the order is another one.
  ['فيصل سعود صالح الدويسان', 'SALEH, Faisal', false],
  ['وليد فهد طارق المصري', 'AL-MISRI, Abu Walid', false],
  ['الدويسان سعود صالح فيصل', 'AL-DOWAISAN, Faisal', false],
])('behavior: %s, with names of father and grandfather, is %s: %s', (query, listed, isSame) => {
  expect(scoreNames(query, listed, 'person') >= scoreThreshold).toBe(isSame)
})

describe('names of two words in Arabic or Cyrillic letters', () => {
  const score = (query: string, candidate: string) => scoreNames(query, candidate, 'person')
  test.each([
    ['رياض مرعي', "MAR'I, Riyad"],
    // The article is often omitted, and a title may be a surname.
    ['رياض المرعي', "MAR'I, Riyad"],
    ['رياض مرعي', "AL-MAR'I, Riyad"],
    ['محمد السيد', 'Mohammad Sayed'],
    ['خالد القاري', 'QARI, Khalid'],
    ['Пётр Зимин', 'ZIMIN, Petr'],
    // Russian speakers often omit the patronymic.
    ['Пётр Зимин', 'ZIMIN, Petr Olegovich'],
    ['Володимир Зеленський', 'Volodymyr Oleksandrovych Zelenskyy'],
  ])('default: %s matches %s', (query, listed) => {
    expect(score(query, listed)).toBeGreaterThanOrEqual(scoreThreshold)
  })

  test.each([
    ['رياض مرعي', "MAR'I, Riyad Jaber Salman"],
    ['رياض مرعي', 'MURAD, Riyad'],
    ['Пётр Зимин', 'ZIMKIN, Petr'],
    ['Пётр Зимин', 'ZIMKIN, Petr Olegovich'],
  ])('behavior: %s does not match %s', (query, listed) => {
    expect(score(query, listed)).toBeLessThan(scoreThreshold)
  })

  test.each([
    ['ناصر نصار', 'AL-NASER AIRLINES'],
    ['محمد قاسم', 'HAJI MOHAMMED QASIM HAWALA'],
  ])('behavior: %s does not match the organisation %s', (query, listed) => {
    expect(scoreNames(query, listed, 'organisation')).toBeLessThan(scoreThreshold)
  })

  test('behavior: three words find a listed name with more', () => {
    expect(score('رياض جابر مرعي', "MAR'I, Riyad Jaber Salman")).toBeGreaterThan(scoreThreshold)
  })
})

test('behavior: a degree and an abbreviated general business word say little', () => {
  expect(scoreNames('Dr Hamid Arabnejad, PhD', 'ARABNEJAD, Hamid')).toBeGreaterThan(0.8)
  expect(scoreNames('Synergy Gen. Trading FZE', 'SYNERGY GENERAL TRADING FZE')).toBeGreaterThan(0.8)
})
