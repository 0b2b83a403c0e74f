/** A page of the documentation. */
export function page(title: string, lead: string, parts: readonly string[]): string {
  return `${[`# ${title}`, lead, ...parts].join('\n\n')}\n`
}

/** A Markdown table. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
