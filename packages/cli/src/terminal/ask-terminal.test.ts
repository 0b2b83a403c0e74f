import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { type AnswerSource, openAskTerminal } from './ask-terminal.ts'

describe('openAskTerminal', () => {
  test('default: asks on stderr and resolves with the line', async () => {
    const { terminal, input, written } = scene()
    const answer = terminal.ask('Pay? [y/N] ')
    input.write('y\n')
    expect(await answer).toBe('y')
    expect(written.join('')).toBe('Pay? [y/N] ')
  })

  test('behavior: the progress line is away while somebody is asked', async () => {
    const { terminal, input, steps } = scene()
    const answer = terminal.ask('? ')
    expect(steps).toEqual(['pause'])
    input.write('n\n')
    await answer
    expect(steps).toEqual(['pause', 'resume'])
  })

  test('behavior: a secret is read without being echoed', async () => {
    const { terminal, input, written } = scene()
    const answer = terminal.askSecret('Passphrase: ')
    // Waits in the stream until somebody listens.
    input.write('open sesame\r')
    expect(await answer).toBe('open sesame')
    expect(written.join('')).not.toContain('sesame')
  })

  test('behavior: nobody can be asked without a terminal', () => {
    expect(scene({ isThere: false }).terminal.interactive).toBe(false)
    expect(scene({}, false).terminal.interactive).toBe(false)
    expect(scene().terminal.interactive).toBe(true)
  })

  test('error: the end of input cancels', async () => {
    const { terminal, input } = scene()
    const answer = terminal.ask('? ')
    input.end()
    await expect(answer).rejects.toMatchObject({ code: 'CANCELLED' })
  })

  test('error: without a source the question is refused', async () => {
    const { terminal } = scene({ open: () => undefined })
    await expect(terminal.ask('? ')).rejects.toMatchObject({ code: 'APPROVAL_NEEDED' })
  })
})

function scene(source: Partial<AnswerSource> = {}, isTerminal = true) {
  const input = Object.assign(new PassThrough(), { setRawMode: () => {} })
  const written: string[] = []
  const steps: string[] = []
  const terminal = openAskTerminal(
    { write: (text) => void written.push(text), isTerminal, columns: 80 },
    { open: () => input as unknown as ReturnType<AnswerSource['open']>, isThere: true, ...source },
    { pause: () => void steps.push('pause'), resume: () => void steps.push('resume') },
  )
  return { terminal, input, written, steps }
}
