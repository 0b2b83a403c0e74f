/**
 * Escape sequences as a whole (CSI, OSC and other string forms, two-character ones). Removing only
 * the ESC would leave `[31m` in the text.
 */
const sequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the point
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c|$)|\u001b[ -/]*[0-~]/g

/** Line breaks of every kind, which would split one line into several. */
const breaks = /\r\n|[\n\r\t\v\f\u0085\u2028\u2029]/g

/**
 * Control characters, bidirectional overrides, zero-width and other invisible characters. They can
 * make a line look different from its content.
 */
const invisible =
  /\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\p{Cc}\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu

/** Unpaired surrogates: terminals render them unpredictably. */
const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/**
 * Makes untrusted text safe to print on one line of a terminal. All text from a server passes
 * through here, error messages included.
 *
 * @example sanitise('Ap\u001b[31mple\u202e') // 'Apple'
 */
export function sanitise(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  return text
    .replace(lone, '\ufffd')
    .replace(sequences, '')
    .replace(breaks, ' ')
    .replace(invisible, '')
}
