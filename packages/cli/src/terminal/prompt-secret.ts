import { FiqError } from '@fiq/shared/errors'

/** The input side of a terminal: `process.stdin` or `/dev/tty`. */
export type SecretInput = {
  setRawMode(raw: boolean): unknown
  setEncoding(encoding: 'utf8'): unknown
  on(event: 'data', listener: (text: string) => void): unknown
  on(event: 'end', listener: () => void): unknown
  off(event: 'data' | 'end', listener: (text: string) => void): unknown
  resume(): unknown
  pause(): unknown
}

/**
 * Prompts for one line without echo. Always restores the terminal.
 *
 * @throws FiqError `CANCELLED` on Ctrl-C, Ctrl-D on an empty line, or the end of input.
 */
export async function promptSecret(
  prompt: string,
  { input, write }: { input: SecretInput; write(text: string): void },
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const cancel = () =>
    reject(new FiqError('CANCELLED', 'Interrupted before an answer to the prompt.'))
  let line = ''
  const take = (text: string) => {
    for (const key of text) {
      if (key === '\r' || key === '\n') return resolve(line)
      if (key === '\u0003' || (key === '\u0004' && line === '')) return cancel()
      if (key === '\u007f' || key === '\b') line = [...line].slice(0, -1).join('')
      else if (key === '\u0015') line = ''
      else if (key >= ' ') line += key
    }
  }
  write(prompt)
  input.setEncoding('utf8')
  input.setRawMode(true)
  input.on('data', take)
  input.on('end', cancel)
  input.resume()
  try {
    return await promise
  } finally {
    input.off('data', take)
    input.off('end', cancel)
    input.setRawMode(false)
    input.pause()
    write('\n')
  }
}
