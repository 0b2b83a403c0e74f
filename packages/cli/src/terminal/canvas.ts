import type { RenderOptions } from 'ink'

/** A terminal to draw on: stderr or the terminal device, never stdout. */
export type Canvas = {
  input: NodeJS.ReadStream
  output: NodeJS.WriteStream
  /** @returns what stops it. */
  after(ms: number, run: () => void): () => void
}

/**
 * How ink draws on a canvas. Ctrl-C is an answer too: it must come out as ours, with its exit code.
 */
export function inkOn({ input, output }: Canvas): RenderOptions {
  return {
    stdin: input,
    stdout: output,
    stderr: output,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
    isScreenReaderEnabled: false,
  }
}

/** Runs `leave` once when the terminal goes away. @returns what stops waiting for that. */
export function onHangUp({ input }: Canvas, leave: () => void): () => void {
  input.once('end', leave)
  input.once('error', leave)
  return () => {
    input.off('end', leave)
    input.off('error', leave)
  }
}
