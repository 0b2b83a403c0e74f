import { context, type Process, type World } from '../world/world.ts'

/** A pair of places that share times of network trouble. */
export type Link = { name: string; there: Trouble; back: Trouble }
type Trouble = { cutUntil: number }

export function createLink(name: string): Link {
  return { name, there: { cutUntil: 0 }, back: { cutUntil: 0 } }
}

/** The sender's error if no response arrives. */
export type Silence = 'refused' | 'reset' | 'timeout'

export type Exchange<answer> = {
  link: Link
  /** The process that responds; `undefined` if none listens. A copy may reach another one. */
  receiver(isCopy: boolean): Process | 'world' | undefined
  handle(isCopy: boolean): Promise<answer> | answer
  timeoutMs: number
  silence(reason: Silence): Error
  /** Whether the other end is a node, which selects the kinds of fault. */
  isNode?: boolean
}

/** Delay of a message in milliseconds. */
const delayMs = { least: 5, most: 60 } as const
const slowMs = 15_000
const copyMs = 70_000
const cutMs = 30_000

/**
 * Delivers one message and its response. A sent message arrives even if its sender has died. The
 * response does not, because it belongs to the sender.
 */
export function exchange<answer>(world: World, asked: Exchange<answer>): Promise<answer> {
  const { link, receiver, handle, timeoutMs, silence } = asked
  const sender = context.getStore() ?? 'world'
  const { promise, resolve, reject } = Promise.withResolvers<answer>()
  let isOver = false
  const end = (run: () => void) => {
    if (isOver) return
    isOver = true
    timer.isOff = true
    run()
  }
  const fail = (reason: Silence) => end(() => reject(silence(reason)))
  const timer = world.after(timeoutMs, `timeout ${link.name}`, () => fail('timeout'), sender)
  const reset = (ms: number) => world.after(ms, `reset ${link.name}`, () => fail('reset'), sender)

  const arrive = (isCopy: boolean) => {
    const to = receiver(isCopy)
    if (to === undefined || (to !== 'world' && !to.isAlive)) {
      if (!isCopy) world.after(delay(world, link), 'refused', () => fail('refused'), sender)
      return
    }
    const died = () => {
      if (!isCopy && world.choose(`death ${link.name}`, 3) > 0) reset(delay(world, link))
    }
    if (to !== 'world') to.onDeath.add(died)
    const answerAt = (deliver: () => void) => {
      if (to !== 'world') {
        to.onDeath.delete(died)
        if (!to.isAlive) return
      }
      if (isCopy) return
      if (isLost(world, link, link.back, asked.isNode ? 'lost node answer' : 'lose message')) return
      if (!asked.isNode && world.isFault('reset connection', 'answer')) {
        reset(delay(world, link))
        return
      }
      world.after(delay(world, link), `answer ${link.name}`, () => end(deliver), sender)
    }
    try {
      Promise.resolve(handle(isCopy)).then(
        (answer) => answerAt(() => resolve(answer)),
        (error: unknown) => answerAt(() => reject(error)),
      )
    } catch (error) {
      answerAt(() => reject(error))
    }
  }
  const send = (ms: number, isCopy: boolean) => {
    // Selected at arrival: the process may have changed by then.
    world.after(ms, `message ${link.name}`, () => {
      const to = receiver(isCopy)
      if (to === undefined || to === 'world') arrive(isCopy)
      else world.after(0, `arrival ${link.name}`, () => arrive(isCopy), to)
    })
  }

  if (!isLost(world, link, link.there, asked.isNode ? 'lost node request' : 'lose message'))
    send(delay(world, link), false)
  if (!asked.isNode) {
    if (world.isFault('copy message'))
      send(delay(world, link) + world.choose('copy ms', copyMs), true)
    if (world.isFault('reset connection', 'request')) reset(world.choose('reset ms', 100))
  }
  return promise
}

function delay(world: World, { name }: Link): number {
  const ms = delayMs.least + world.choose(`delay ${name}`, delayMs.most - delayMs.least)
  return world.isFault('slow network', name) ? ms + world.choose('slow ms', slowMs) : ms
}

function isLost(
  world: World,
  link: Link,
  trouble: Trouble,
  kind: 'lose message' | 'lost node request' | 'lost node answer',
): boolean {
  if (world.isFault('partition', link.name)) {
    const until = world.now() + world.choose('partition ms', cutMs)
    // In half of the cases one direction still works.
    trouble.cutUntil = until
    if (world.choose('half open', 2) === 0) link.there.cutUntil = link.back.cutUntil = until
  }
  const isCut = trouble.cutUntil > world.now() && !world.areFaultsOver
  return world.isFault(kind, link.name) || isCut
}
