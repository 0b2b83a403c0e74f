import { describe, expect, test } from 'vitest'
import { connectors } from '../connectors/connectors.ts'
import { planDefault, planNamed, plans } from './plans.ts'

describe('plans', () => {
  test('default: finds a plan by its name', () => {
    expect(planNamed(planDefault)).toMatchObject({ tier: 'pay-as-you-go', creditsPerMonth: 0 })
  })

  test('behavior: plans have existing areas, and whole numbers of credits and requests', () => {
    const areas = new Set(connectors.map(({ area }) => area))
    for (const plan of plans) {
      if (plan.areas !== 'all') for (const area of plan.areas) expect(areas).toContain(area)
      expect(Number.isSafeInteger(plan.creditsPerMonth)).toBe(true)
      if (plan.requestsPerMinute !== 'default') expect(plan.requestsPerMinute).toBeGreaterThan(0)
    }
    expect(new Set(plans.map(({ name }) => name)).size).toBe(plans.length)
  })

  test('error: an unknown plan lists the existing ones', () => {
    expect(() => planNamed('gold')).toThrow(
      expect.objectContaining({
        code: 'BAD_INPUT',
        facts: ['Plans: pay-as-you-go, basic, professional, enterprise'],
      }),
    )
  })
})
