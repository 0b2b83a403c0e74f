import { defined } from '@fiq/shared/defined'
import { FiqError } from '@fiq/shared/errors'
import type { Canvas } from './canvas.ts'
import type { Sink } from './output.ts'
import type { Progress, Timers } from './progress.ts'
import type { SecretInput } from './prompt-secret.ts'

/** Prompts on stderr and the terminal device, never on stdout. */
export type ApprovalTerminal = {
  /** Whether a user can be prompted. */
  interactive: boolean
  columns: number
  write(text: string): void
  /** Reads one line with echo. Rejects with `CANCELLED` on Ctrl-C. */
  prompt(prompt: string): Promise<string>
  /**
   * Reads one line without echo. `promptSecret` in `terminal/prompt-secret.ts` does this for a tty.
   */
  promptSecret(prompt: string): Promise<string>
  /**
   * Lends the terminal to a view that draws and reads single keys. Absent if only lines of text
   * work: without colour, for a screen reader, on a small or incapable terminal.
   */
  draw?<reply>(show: (canvas: Canvas) => Promise<reply>): Promise<reply>
}

/** The source of replies: standard input, or the terminal device if standard input is a pipe. */
export type AnswerSource = {
  /** `undefined` without a terminal. */
  open(): (NodeJS.ReadStream & SecretInput) | undefined
  isThere: boolean
}

/** A terminal to draw on; `undefined` for lines of text only. */
export type Drawing = { output: NodeJS.WriteStream; after: Timers['after'] } | undefined

/** Prompts on stderr and reads from the terminal, so that stdout stays a clean pipe. */
export function createApprovalTerminal(
  stderr: Sink,
  source: AnswerSource,
  progress: Pick<Progress, 'pause' | 'resume'>,
  drawing?: Drawing,
  onAbruptEnd?: (run: () => void) => void,
): ApprovalTerminal {
  let isLineOpen = false
  // Starts a new line, so that the last message is not on the line of the prompt.
  onAbruptEnd?.(() => {
    if (isLineOpen) stderr.write('\n')
  })
  const alone = async <answer>(
    prompt: (input: NodeJS.ReadStream & SecretInput) => Promise<answer>,
  ) => {
    const input = source.open()
    if (!input) throw new FiqError('APPROVAL_NEEDED', 'There is no terminal for a prompt.')
    progress.pause()
    // The previous prompt may have unreferenced the same input. The process must wait for this one.
    input.ref?.()
    try {
      return await prompt(input)
    } finally {
      progress.resume()
      // The opened terminal must not keep the process alive after the reply.
      input.pause()
      input.unref?.()
    }
  }
  return {
    interactive: stderr.isTerminal && source.isThere,
    columns: stderr.columns,
    write(text) {
      progress.pause()
      stderr.write(text)
      progress.resume()
    },
    async prompt(prompt) {
      isLineOpen = true
      try {
        return await alone((input) => promptLine(prompt, input, stderr))
      } finally {
        isLineOpen = false
      }
    },
    promptSecret: (prompt) =>
      alone(async (input) => {
        const { promptSecret } = await import('./prompt-secret.ts')
        return promptSecret(prompt, { input, write: (text) => stderr.write(text) })
      }),
    ...defined({
      draw: drawing
        ? <reply>(show: (canvas: Canvas) => Promise<reply>) =>
            alone((input) => show({ input, ...drawing }))
        : undefined,
    }),
  }
}

function promptLine(prompt: string, input: NodeJS.ReadableStream, stderr: Sink): Promise<string> {
  return new Promise((resolve, reject) => {
    const { createInterface } = process.getBuiltinModule('node:readline')
    const lines = createInterface({ input, terminal: false })
    const cancel = () => {
      stderr.write('\n')
      reject(new FiqError('CANCELLED', 'Interrupted before an answer to the prompt.'))
    }
    stderr.write(prompt)
    lines.once('line', (line) => {
      resolve(line)
      lines.off('close', cancel)
      lines.close()
    })
    lines.once('close', cancel)
    lines.once('SIGINT', cancel)
  })
}
