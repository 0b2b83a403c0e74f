import { Command } from 'commander'
import { expect, test } from 'vitest'
import { settings } from '../config/settings.ts'
import { operatorCommands } from './commands.ts'
import { addExamples } from './examples.ts'

test('behavior: the help of each command begins with examples that the command accepts', () => {
  const program = new Command('fiq-server')
  const start = program.command('start')
  for (const { flag } of Object.values(settings)) start.option(flag)
  operatorCommands(program, {
    environment: {},
    nowMs: () => 0,
    write() {},
    readInput: async () => '',
    fail() {},
  })
  addExamples(program)
  const shown = leavesOf(program).flatMap((command) => examplesIn(command))
  expect(shown).toContain('start')
  expect(shown).toContain('payments list --state owed')
  for (const line of shown) {
    const words = line.split(' ')
    let command: Command = program
    for (let next: Command | undefined = program; next; words.shift()) {
      command = next
      next = command.commands.find((each) => each.name() === words[0])
      if (!next) break
    }
    const { operands, unknown } = command.parseOptions(words)
    expect([line, unknown]).toEqual([line, []])
    const required = command.registeredArguments.filter((argument) => argument.required)
    expect(operands.length).toBeGreaterThanOrEqual(required.length)
  }
})

function leavesOf(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf)
}

function examplesIn(command: Command): readonly string[] {
  let help = ''
  command.configureOutput({
    writeOut(text) {
      help += text
    },
  })
  command.outputHelp()
  const lines = help.split('\n')
  const examples = lines.filter((line) => line.startsWith('  $ fiq-server '))
  if (examples.length > 0) expect(lines[0]).toBe(examples[0])
  return examples.map((line) => line.slice('  $ fiq-server '.length))
}
