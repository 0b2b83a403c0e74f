/** Counts of right and wrong cases by property, with examples of wrong ones. */
export type Tally = {
  count(property: string, isRight: boolean, name: string): void
  rows(): TallyRow[]
}

export type TallyRow = { property: string; cases: number; right: number; wrong: readonly string[] }

/** Creates an empty tally. */
export function createTally(): Tally {
  const rows = new Map<string, { right: number; wrong: string[] }>()
  return {
    count(property, isRight, name) {
      const row = rows.get(property) ?? { right: 0, wrong: [] }
      rows.set(property, row)
      if (isRight) row.right += 1
      else row.wrong.push(name)
    },
    rows: () =>
      [...rows].map(([property, { right, wrong }]) => ({
        property,
        cases: right + wrong.length,
        right,
        wrong,
      })),
  }
}
