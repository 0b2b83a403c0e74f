import type { execFile } from 'node:child_process'

/**
 * Shows a desktop notification, if there is a notifier. Waiting quotes are also in the list. The
 * text is a separate argument, never part of a shell command.
 */
export function notify(
  title: string,
  text: string,
  run: typeof execFile = process.getBuiltinModule('node:child_process').execFile,
): void {
  run('notify-send', ['--app-name=fiq', '--', title, escaped(text)], () => {})
}

/** Escapes the text, because some desktops read it as markup. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
