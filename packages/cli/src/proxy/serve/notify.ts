import type { execFile } from 'node:child_process'

/**
 * Shows a notice on the desktop. Where there is none nothing happens: what waits is in the list all
 * the same. The text is an argument of its own, never part of a command line that a shell reads.
 */
export function notify(
  title: string,
  text: string,
  run: typeof execFile = process.getBuiltinModule('node:child_process').execFile,
): void {
  run('notify-send', ['--app-name=fiq', '--', title, escaped(text)], () => {})
}

/** Some desktops read the text as markup. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
