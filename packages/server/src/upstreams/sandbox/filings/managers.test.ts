import { expect, test } from 'vitest'
import { priceBook } from '../market/price-book.ts'
import { nyseCalendar } from '../market/sessions.ts'
import { holdingsSubmission, isManager, managerOf, sandboxCusip } from './managers.ts'

const { closeOn } = priceBook(nyseCalendar(), 1)

const berkshire = { cik: 1067983, name: 'BERKSHIRE HATHAWAY INC' }
const filing = { accession: '0001067983-26-000001', period: '2026-06-30', filed: '2026-08-13' }

test('default: managers are filers without their own listings', () => {
  expect([isManager(102909), isManager(320193)]).toEqual([true, false])
  expect(managerOf('0000102909')).toMatchObject({ name: 'VANGUARD GROUP INC', shares: 0 })
  expect(managerOf('0000320193')).toBeUndefined()
})

test('behavior: a form is a complete submission of cover and table', () => {
  const text = holdingsSubmission(berkshire, filing, closeOn)
  expect(text.match(/<XML>/g)).toHaveLength(2)
  expect(text).toContain('<reportCalendarOrQuarter>06-30-2026</reportCalendarOrQuarter>')
  expect(sandboxCusip('AAPL')).toMatch(/^[0-9A-Z]{9}$/)
})

test('behavior: up to the third quarter of 2022 values are in thousands', () => {
  const firstValue = (period: string) =>
    Number(/<value>(\d+)</.exec(holdingsSubmission(berkshire, { ...filing, period }, closeOn))![1])
  expect(firstValue('2022-12-31') / firstValue('2022-09-30')).toBeGreaterThan(50)
})
