import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { type AnswerSource, createApprovalTerminal } from './approval-terminal.ts'

describe('createApprovalTerminal', () => {
  test('default: asks on stderr and resolves with the line', async () => {
    const { terminal, input, written } = scene()
    const answer = terminal.prompt('Pay? [y/N] ')
    input.write('y\n')
    expect(await answer).toBe('y')
    expect(written.join('')).toBe('Pay? [y/N] ')
  })

  test('behavior: the progress line is hidden during a prompt', async () => {
    const { terminal, input, steps } = scene()
    const answer = terminal.prompt('? ')
    expect(steps).toEqual(['pause'])
    input.write('n\n')
    await answer
    expect(steps).toEqual(['pause', 'resume'])
  })

  test('behavior: a secret is read without being echoed', async () => {
    const { terminal, input, written } = scene()
    const answer = terminal.promptSecret('Passphrase: ')
    // Waits in the stream until there is a reader.
    input.write('open sesame\r')
    expect(await answer).toBe('open sesame')
    expect(written.join('')).not.toContain('sesame')
  })

  test('behavior: the process waits for every prompt, and for none after its reply', async () => {
    const { terminal, input, held } = scene()
    const first = terminal.prompt('? ')
    expect(held()).toBe(true)
    input.write('y\n')
    await first
    expect(held()).toBe(false)
    const second = terminal.promptSecret('Passphrase: ')
    expect(held()).toBe(true)
    input.write('open sesame\r')
    await second
    expect(held()).toBe(false)
  })

  test('behavior: a drawing uses the terminal exclusively, if drawing is possible', async () => {
    const { terminal, steps, input, held } = scene({}, true, drawing)
    const reply = terminal.draw!(async (canvas) => {
      expect(canvas).toEqual({ input, ...drawing })
      expect({ held: held(), steps }).toEqual({ held: true, steps: ['pause'] })
      return 'once'
    })
    expect(await reply).toBe('once')
    expect({ held: held(), steps }).toEqual({ held: false, steps: ['pause', 'resume'] })
    expect(scene().terminal.draw).toBeUndefined()
  })

  test('behavior: without a terminal there is no prompt', () => {
    expect(scene({ isThere: false }).terminal.interactive).toBe(false)
    expect(scene({}, false).terminal.interactive).toBe(false)
    expect(scene().terminal.interactive).toBe(true)
  })

  test('error: the end of input cancels', async () => {
    const { terminal, input, written } = scene()
    const answer = terminal.prompt('? ')
    input.end()
    await expect(answer).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(written.join('')).toBe('? \n')
  })

  test('error: an end in the middle of a prompt completes its line, but only then', async () => {
    const { terminal, input, written, end } = scene()
    end()
    expect(written).toEqual([])
    const answer = terminal.prompt('? ')
    end()
    expect(written.join('')).toBe('? \n')
    input.write('n\n')
    await answer
    end()
    expect(written.join('')).toBe('? \n')
  })

  test('error: refuses to prompt without an input', async () => {
    const { terminal } = scene({ open: () => undefined })
    await expect(terminal.prompt('? ')).rejects.toMatchObject({ code: 'APPROVAL_NEEDED' })
  })
})

const drawing = { output: {} as NodeJS.WriteStream, after: () => () => {} }

function scene(source: Partial<AnswerSource> = {}, isTerminal = true, onto?: typeof drawing) {
  let isHeld = false
  const input = Object.assign(new PassThrough(), {
    setRawMode() {},
    ref() {
      isHeld = true
    },
    unref() {
      isHeld = false
    },
  })
  const written: string[] = []
  const steps: string[] = []
  const ends: (() => void)[] = []
  const terminal = createApprovalTerminal(
    { write: (text) => void written.push(text), isTerminal, columns: 80 },
    { open: () => input as unknown as ReturnType<AnswerSource['open']>, isThere: true, ...source },
    { pause: () => void steps.push('pause'), resume: () => void steps.push('resume') },
    onto,
    (run) => void ends.push(run),
  )
  const end = () => {
    for (const run of ends) run()
  }
  return { terminal, input, written, steps, end, held: () => isHeld }
}
