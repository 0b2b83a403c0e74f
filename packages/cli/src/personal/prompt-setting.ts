import { hasCode } from '@fiq/shared/errors'
import { wrap } from '../terminal/format/text-width.ts'
import type { PersonalPorts } from './personal-ports.ts'
import { checkValue } from './settings-file.ts'
import type { SetupEntry } from './setup-keys.ts'

/**
 * Prompts for the value of a variable until the reply can be stored.
 *
 * @param commands replies that are no value, e.g. an empty one
 * @param columns width of the terminal
 */
export async function promptSetting(
  { name, prompt, isSecret }: SetupEntry['variables'][number],
  { prompt: promptUser, write }: Pick<PersonalPorts, 'prompt' | 'write'>,
  {
    commands,
    state = '',
    columns,
  }: { commands: readonly string[]; state?: string; columns: number },
): Promise<string> {
  for (;;) {
    const reply = (await promptUser(`${prompt}${state}: `, isSecret)).trim()
    if (commands.includes(reply)) return reply
    try {
      return checkValue(name, reply)
    } catch (error) {
      if (!hasCode(error, 'BAD_INPUT')) throw error
      const lines = wrap([error.message, ...error.facts].join(' '), columns)
      write(`${lines.join('\n')}\n`)
    }
  }
}
