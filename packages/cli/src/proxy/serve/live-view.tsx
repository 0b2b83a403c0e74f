import { sanitise } from '@fiq/shared/sanitise'
import { Box, Text, useInput } from 'ink'
import { formatCount } from '../../terminal/format/format-count.ts'
import { paint } from '../../terminal/format/paint.ts'
import { usdcText } from '../../terminal/format/usdc-text.ts'
import type { LiveFacts } from './live-facts.ts'

/** Maximum clients and waiting quotes shown. Commands list all. */
const listedMax = 6

/** Lines other than the latest requests, if all lists are full. */
const otherLines = 26

/** The live view: budget, clients, quotes that wait for the user, the latest requests. */
export function LiveView({
  facts,
  rows,
  onLeave,
}: {
  facts: LiveFacts
  /** Height of the terminal. */
  rows: number
  onLeave(): void
}) {
  useInput((input, key) => {
    if (input === 'q' || (key.ctrl && (input === 'c' || input === 'd'))) onLeave()
  })
  const { url, serverUrl, requests, paid, atRisk, unit, waiting, latest } = facts
  return (
    <Box flexDirection="column">
      <Text wrap="truncate-end">
        {bold('fiq proxy')} {url} {dim(`for ${serverUrl}`)}
      </Text>
      <Text>
        {formatCount(requests, 'request')}, {paid} {unit} paid, {atRisk} {unit} at risk since the
        start
      </Text>
      <Box height={1} />
      <Budget facts={facts} />
      <Box height={1} />
      <Clients facts={facts} />
      {waiting.length > 0 && <Box height={1} />}
      {waiting.slice(0, listedMax).map(({ id, client, price, label }) => (
        <Text key={id} wrap="truncate-end">
          {paint(`waits ${id}`, 'warn', true)} "{client}": {price} {sanitise(label)}
        </Text>
      ))}
      <Box height={1} />
      {latest.slice(0, Math.max(3, rows - otherLines)).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity
        <Text key={index} wrap="truncate-end">
          {dim(line)}
        </Text>
      ))}
      <Text>{dim('q quits · fiq proxy approvals, in another terminal, decides what waits')}</Text>
    </Box>
  )
}

function Budget({ facts: { budget, unit } }: { facts: LiveFacts }) {
  if (budget.length === 0)
    return <Text>{dim('an API key pays: the budget of the wallet does not count credits')}</Text>
  return budget.map(({ name, spent, cap }) => (
    <Text key={name} wrap="truncate-end">
      {dim(name.padEnd(9))} {usdcText(spent)} of {usdcText(cap)} {unit}, left{' '}
      {usdcText(spent > cap ? 0n : cap - spent)}
    </Text>
  ))
}

function Clients({ facts: { clients, unit } }: { facts: LiveFacts }) {
  if (clients.length === 0) return <Text>{dim('no clients yet: fiq proxy token add NAME')}</Text>
  return clients.slice(0, listedMax).map(({ name, requests, refused, paid, day }) => (
    <Text key={name} wrap="truncate-end">
      {bold(name.padEnd(16))} {formatCount(requests, 'request')}, {refused} refused, paid {paid}; 24
      hours: {day} {unit}
    </Text>
  ))
}

function bold(text: string): string {
  return paint(text, 'bold', true)
}

function dim(text: string): string {
  return paint(text, 'dim', true)
}
