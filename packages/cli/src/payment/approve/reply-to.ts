import type { ApprovalReply } from './approval-facts.ts'

/** What is known of a key besides its character. */
export type PressedKey = { return: boolean; escape: boolean; ctrl: boolean; meta: boolean }

/**
 * What one key means. Only the single letters allow something; Enter, Escape and `n` decline, and
 * any other key, or several at once, means nothing.
 */
export function replyTo(input: string, key: PressedKey): ApprovalReply | undefined {
  if (key.ctrl) return input === 'c' || input === 'd' ? 'interrupted' : undefined
  if (key.escape && input === '') return 'no'
  if (key.return || input === '\n') return 'no'
  if (key.meta) return undefined
  switch (input.toLowerCase()) {
    case 'y':
      return 'once'
    case 'a':
      return 'session'
    case 'n':
      return 'no'
    default:
      return undefined
  }
}
