import type { RenderOptions } from 'ink'

/** A terminal to draw on: stderr or the terminal device, never stdout. */
export type Canvas = {
  input: NodeJS.ReadStream
  output: NodeJS.WriteStream
  /** @returns A function that stops it. */
  after(ms: number, run: () => void): () => void
}

/** Options for ink on a canvas. Our own handler must receive Ctrl-C, for its exit code. */
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

/** Calls `leave` once when the terminal closes. @returns A function that stops listening. */
export function onHangUp({ input }: Canvas, leave: () => void): () => void {
  input.once('end', leave)
  input.once('error', leave)
  return () => {
    input.off('end', leave)
    input.off('error', leave)
  }
}
