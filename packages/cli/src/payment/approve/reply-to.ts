import type { ApprovalReply } from './approval-facts.ts'

/** A key press without its character. */
export type PressedKey = { return: boolean; escape: boolean; ctrl: boolean; meta: boolean }

/**
 * The meaning of a key. Only the single letters allow a payment; Enter, Escape and `n` decline; any
 * other key, or several at once, is ignored.
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
