import { sanitise } from '@fiq/shared/sanitise'
import { Box, render, Text, useApp, useInput, usePaste } from 'ink'
import { type Canvas, inkOn, onHangUp } from '../../terminal/canvas.ts'
import { toAscii } from '../../terminal/is-ascii.ts'
import type { LiveTerminal } from '../../terminal/live-terminal.ts'
import { type KeyOutcome, press, type WatchKey } from './keys.ts'
import type { WatchState } from './state.ts'
import { watchLines } from './watch-lines.ts'

/** Interval of redrawing values that depend only on the time. */
const tickMs = 1_000

export type WatchView = {
  read(): WatchState
  /** Called with the result of a key: the new state, and an effect. */
  onKey(outcome: KeyOutcome): void
  /** Registers the function to call when the state has changed. */
  onChange(draw: () => void): void
  /** Resolves when the view should close. */
  left: Promise<void>
  now(): number
}

/**
 * Draws on the whole terminal until it closes, then restores the previous content. Writes only
 * changed lines. It is part of a separate file in the build, so it throws no FiqError.
 */
export async function drawWatch(
  watch: WatchView,
  canvas: Canvas,
  {
    colour,
    timers,
    onAbruptEnd,
    suspend,
    ascii,
  }: Pick<LiveTerminal, 'colour' | 'timers' | 'onAbruptEnd' | 'suspend'> & { ascii: boolean },
): Promise<void> {
  const { output } = canvas
  const shown = () => {
    const { columns, rows } = output
    const screen = { columns, rows, colour, ascii, interactive: true }
    const lines = watchLines(watch.read(), screen, watch.now())
    const words = ascii ? lines.map(toAscii) : lines
    return <Watch lines={words} onKey={onKey} onPaste={onPaste} suspend={suspend} />
  }
  // Keys that arrive together are pressed one after the other.
  const onKey = (text: string, key: WatchKey) => {
    for (const each of text.length > 1 ? text : [text]) watch.onKey(press(watch.read(), each, key))
  }
  const onPaste = (text: string) => {
    if (watch.read().prompt) onKey(sanitise(text), {})
  }
  const view = render(shown(), {
    ...inkOn(canvas),
    alternateScreen: true,
    incrementalRendering: true,
  })
  const draw = () => view.rerender(shown())
  watch.onChange(draw)
  onAbruptEnd(() => view.unmount())
  const stopTicks = timers.every(tickMs, draw)
  output.on('resize', draw)
  const { promise: hungUp, resolve: hangUp } = Promise.withResolvers<void>()
  const stopWaiting = onHangUp(canvas, hangUp)
  try {
    await Promise.race([watch.left, hungUp])
  } finally {
    watch.onChange(() => {})
    stopTicks()
    output.off('resize', draw)
    stopWaiting()
    view.unmount()
    await view.waitUntilExit()
  }
}

function Watch({
  lines,
  onKey,
  onPaste,
  suspend,
}: {
  lines: readonly string[]
  onKey(input: string, key: WatchKey): void
  onPaste(text: string): void
  suspend(): void
}) {
  const { suspendTerminal } = useApp()
  useInput((input, key) => {
    // The shell has the original terminal until it resumes this program.
    if (key.ctrl && input === 'z') void suspendTerminal(suspend)
    else onKey(input, key)
  })
  // Pasted text is input for a prompt, never a series of keys.
  usePaste((text) => onPaste(text))
  return (
    <Box flexDirection="column">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <Text key={index} wrap="truncate">
          {line === '' ? ' ' : line}
        </Text>
      ))}
    </Box>
  )
}
