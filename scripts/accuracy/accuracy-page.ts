import type { TallyRow } from './tally.ts'

/** Results of one data area, and their source of truth. */
export type AccuracyArea = {
  area: string
  /** The source of truth, in one sentence. */
  truth: string
  rows: readonly TallyRow[]
}

/** Maximum number of wrong cases that the page names for each property. */
const namedMax = 3

/** Renders `docs/accuracy.md`: the cases of each area, with the numbers of right and wrong ones. */
export function accuracyPage(areas: readonly AccuracyArea[]): string {
  const sections = areas.map(({ area, truth, rows }) => {
    const lines = rows.map(
      ({ property, cases, right, wrong }) =>
        `| ${property} | ${cases} | ${right} | ${cases - right} | ${named(wrong)} |`,
    )
    return `## ${area}\n\nSource of truth: ${truth}\n\n| property | cases | right | wrong | some of the wrong ones |\n| --- | --- | --- | --- | --- |\n${lines.join('\n')}\n`
  })
  return `# Accuracy

How often the answers agree with the sources they are read from, and with themselves. \`pnpm run accuracy\` writes this page from real files that are not part of the repository. A bounded form runs with the tests.

${sections.join('\n')}`
}

function named(wrong: readonly string[]): string {
  return wrong
    .slice(0, namedMax)
    .map((name) => name.replaceAll('|', '/'))
    .join('<br>')
}
