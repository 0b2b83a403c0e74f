import { expect, test } from 'vitest'
import { promptSetting } from './prompt-setting.ts'
import { setupEntries } from './setup-keys.ts'

const [contact] = setupEntries[0]!.variables

/** The reply that is returned, and what the user reads. */
async function replyTo(...replies: string[]) {
  const seen: string[] = []
  const ports = {
    prompt: async (text: string) => {
      seen.push(text)
      return replies.shift() ?? ''
    },
    write: (text: string) => void seen.push(text),
  }
  const reply = await promptSetting(contact!, ports, { commands: ['', '.'], columns: 60 })
  return { reply, seen }
}

test('default: returns the reply, without blanks around it', async () => {
  const { reply, seen } = await replyTo(' Ann Example ann@example.org ')
  expect(reply).toBe('Ann Example ann@example.org')
  expect(seen).toEqual(['Your name and e-mail, e.g. Ann Example ann@example.org: '])
})

test('behavior: says why a reply cannot be stored, and prompts again', async () => {
  const { reply, seen } = await replyTo('Ann', 'Łukasz l@example.org', 'Lukasz l@example.org')
  expect(reply).toBe('Lukasz l@example.org')
  expect(seen[1]).toBe(
    'The contact has no e-mail address. The SEC refuses requests\nwithout one.\n',
  )
  expect(seen[3]).toMatch(/^The value of SEC_USER_AGENT cannot be stored\. /)
})

test('behavior: returns a command as it is', async () => {
  expect((await replyTo('')).reply).toBe('')
  expect((await replyTo('Ann', '.')).reply).toBe('.')
})
