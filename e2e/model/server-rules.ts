import type { Rule } from './explore.ts'
import {
  at,
  chainStates,
  collectorPlaces,
  loopPlaces,
  moveRecord,
  type PaymentWorld,
  recordStates,
  servePlaces,
} from './payment-state.ts'

export type Instance = 0 | 1

const record = (name: (typeof recordStates)[number]) => at(recordStates, name)
const serve = (name: (typeof servePlaces)[number]) => at(servePlaces, name)
const loop = (name: (typeof loopPlaces)[number]) => at(loopPlaces, name)
const collects = (name: (typeof collectorPlaces)[number]) => at(collectorPlaces, name)

export const isUsed = ({ chain }: PaymentWorld) =>
  chain === at(chainStates, 'used') || chain === at(chainStates, 'final')

/** The next place of an instance after it read the row, as in `answerPayment` and `resume`. */
function placeBy(world: PaymentWorld, isAsync: boolean): number {
  switch (recordStates[world.record]!) {
    case 'none':
      // An expired authorization fails verification.
      return serve(world.over || world.chain !== 0 ? 'replies 402' : 'to claim')
    case 'reserved':
      return serve(isAsync ? 'answers first' : 'awaits settlement')
    case 'claimed':
    case 'broadcast':
      return serve('awaits settlement')
    case 'settled':
    case 'owed':
      return serve('knows found')
    case 'failed':
      return serve('looks for failed')
    default:
      // The stored answer is sent again, even if its transfer was removed.
      return serve(world.credited ? 'replies 402' : 'replies 200')
  }
}

/** Steps of an instance for requests, as in `answerOperation` and its callees. */
export function servingRules(i: Instance, isAsync: boolean): Rule<PaymentWorld>[] {
  const [place, joined, collect] = [`serve${i}`, `joined${i}`, `collect${i}`] as const
  const from = (
    name: (typeof servePlaces)[number],
    next: (world: PaymentWorld) => PaymentWorld | undefined,
  ) => ({
    name: `${i} ${name}`,
    next: (world: PaymentWorld) => (world[place] === serve(name) ? next(world) : undefined),
  })
  const go = (world: PaymentWorld, name: (typeof servePlaces)[number]) => ({
    ...world,
    [place]: serve(name),
  })
  /** A write after which only an answer or a debt is possible. */
  const answered = (world: PaymentWorld, target: 'answered' | 'bought') => {
    const after = moveRecord(world, target)
    // If the row cannot become answered, it becomes a debt, or a reorganisation changed it.
    const stands = after.record === record('answered') || after.record >= record('reorganised')
    if (!stands)
      return go(target === 'bought' ? moveRecord(world, 'settled') : world, 'failed to answer')
    // The first answer remains, even if it reports that a debt became credits.
    const isFirst = after.record !== world.record
    return go(after, after.credited && !isFirst ? 'replies 402' : 'replies 200')
  }
  const failsToAnswer = (world: PaymentWorld) =>
    world.failures > 0 ? { ...world, failures: world.failures - 1 } : undefined
  const reply = (name: 'replies 200' | 'replies 402' | 'replies 503') =>
    from(name, (world) => ({
      ...go(world, 'idle'),
      [joined]: 0,
      [`reply${name.slice(8)}`]: world[joined] > 0 ? 1 : world[`reply${name.slice(8) as '200'}`],
    }))
  return [
    {
      name: `${i} receives and reads`,
      next: (world) => {
        if (world.requests === 0 || world[joined] === 2) return undefined
        const received = {
          ...world,
          requests: world.requests - 1,
          [joined]: world[joined] + 1,
        }
        if (world[place] !== serve('idle')) return received
        return { ...received, [place]: placeBy(world, isAsync) }
      },
    },
    from('to claim', (world) => {
      if (world.record !== record('none')) return { ...world, [place]: placeBy(world, isAsync) }
      return isAsync
        ? { ...go(world, 'answers first'), record: record('reserved') }
        : { ...go(world, 'awaits settlement'), record: record('claimed') }
    }),
    {
      ...from('to claim', (world) =>
        isAsync && world.record === record('none')
          ? { ...go(world, 'awaits settlement'), record: record('claimed') }
          : undefined,
      ),
      name: `${i} claims beyond the exposure`,
    },
    from('answers first', (world) => {
      const after = moveRecord(world, 'advanced')
      // A row of another kind is an error, so the answer is not sent.
      if (after.record < record('advanced') || after.record === record('failed'))
        return go(world, 'replies 503')
      const isOurs = after.record !== world.record
      const stands = go(after, after.credited && !isOurs ? 'replies 402' : 'replies 200')
      if (!isOurs || world[collect] !== collects('idle')) return stands
      return { ...stands, [collect]: collects('awaits settlement') }
    }),
    {
      // A source failed, not this instance, so a failure to answer may follow.
      ...from('answers first', (world) => go(world, 'awaits settlement')),
      name: `${i} answers in part, so settles first`,
    },
    from('knows settled', (world) => answered(world, 'bought')),
    {
      ...from('knows settled', (world) => {
        const failing = failsToAnswer(world)
        return failing && go(moveRecord(failing, 'settled'), 'failed to answer')
      }),
      name: `${i} fails to answer and writes settled`,
    },
    from('knows found', (world) => answered(world, 'answered')),
    {
      ...from('knows found', (world) => {
        const failing = failsToAnswer(world)
        return failing && go(failing, 'failed to answer')
      }),
      name: `${i} fails to answer what it owes`,
    },
    from('failed to answer', (world) => go(moveRecord(world, 'owed'), 'replies 503')),
    from('knows refused', (world) => go(moveRecord(world, 'failed'), 'replies 402')),
    from('looks for failed', (world) =>
      isUsed(world) ? go(moveRecord(world, 'settled'), 'knows found') : go(world, 'replies 402'),
    ),
    {
      name: `${i} turns a debt into credits`,
      next: (world) => {
        // A proven payer, and this instance does nothing else for the payment.
        if (world.record !== record('owed') || world[place] !== serve('idle')) return undefined
        if (world.failures > 0) return undefined
        return { ...moveRecord(world, 'answered'), credited: 1 }
      },
    },
    reply('replies 200'),
    reply('replies 402'),
    reply('replies 503'),
  ]
}

/** The loop of an instance: checks finality, then reconciles, then collects. */
export function loopRules(i: Instance): Rule<PaymentWorld>[] {
  const [place, loops, collect] = [`serve${i}`, `loop${i}`, `collect${i}`] as const
  const from = (
    name: (typeof loopPlaces)[number],
    suffix: string,
    next: (world: PaymentWorld) => PaymentWorld | undefined,
  ) => ({
    name: `${i} loop: ${suffix}`,
    next: (world: PaymentWorld) => (world[loops] === loop(name) ? next(world) : undefined),
  })
  const go = (world: PaymentWorld, name: (typeof loopPlaces)[number]) => ({
    ...world,
    [loops]: loop(name),
  })
  const isAnswered = ({ record: state }: PaymentWorld) =>
    state === record('settled') || state === record('owed') || state === record('answered')
  const isUnfinished = ({ record: state }: PaymentWorld) =>
    ['claimed', 'broadcast', 'settled', 'reserved', 'advanced', 'reorganised'].includes(
      recordStates[state]!,
    )
  const isFree = (world: PaymentWorld) => world[place] === 0 && world[collect] === 0
  return [
    from('idle', 'misses the transfer', (world) =>
      isAnswered(world) && world.hash && !isUsed(world) ? go(world, 'saw removal') : undefined,
    ),
    from('saw removal', 'writes the removal', (world) => {
      if (!isAnswered(world)) return go(world, 'idle')
      const isGiven = world.record === record('answered')
      const state = record(isGiven ? 'reorganised' : 'broadcast')
      return { ...go(world, 'idle'), record: state, removed: isGiven ? 0 : 1 }
    }),
    from('idle', 'reads the chain', (world) => {
      if (!isUnfinished(world) || !isFree(world)) return undefined
      if (world.record === record('settled')) return go(world, 'owes')
      if (isUsed(world)) return go(world, 'saw settled')
      // Until then a reorganisation may remove the cancellation.
      return world.over ? go(world, 'saw over') : undefined
    }),
    from('saw settled', 'writes settled', (world) => go(moveRecord(world, 'settled'), 'owes')),
    from('saw over', 'writes failed', (world) => go(moveRecord(world, 'failed'), 'idle')),
    from('owes', 'writes owed', (world) => go(moveRecord(world, 'owed'), 'idle')),
    from('idle', 'collects', (world) => {
      const isLeft =
        world.record === record('advanced') ||
        world.record === record('reorganised') ||
        (world.record === record('broadcast') && world.removed === 1)
      if (!isLeft || world[collect] !== collects('idle')) return undefined
      return { ...world, [collect]: collects('awaits settlement') }
    }),
    {
      name: `${i} collector: writes settled`,
      next: (world) =>
        world[collect] === collects('knows settled')
          ? { ...moveRecord(world, 'settled'), [collect]: collects('idle') }
          : undefined,
    },
    {
      name: `${i} collector: writes failed`,
      next: (world) =>
        world[collect] === collects('knows refused')
          ? { ...moveRecord(world, 'failed'), [collect]: collects('idle') }
          : undefined,
    },
  ]
}
