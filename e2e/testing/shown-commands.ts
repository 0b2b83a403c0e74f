/** A command that a page shows, and its output there. */
export type Shown = { command: string; printed: readonly string[] }

/** The commands of the console blocks that follow this comment. A command begins with `$`. */
export function shownIn(page: string, comment: string): Shown[] {
  const blocks = page.split(`<!-- ${comment} -->\n\`\`\`console\n`).slice(1)
  return blocks.flatMap((block) =>
    block
      .slice(0, block.indexOf('\n```'))
      .split(/^\$ /m)
      .flatMap((part): Shown[] => {
        const [command = '', ...printed] = part.trimEnd().split('\n')
        return command === '' ? [] : [{ command, printed: printed.filter((line) => line !== '') }]
      }),
  )
}
