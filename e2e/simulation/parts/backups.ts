import type { World } from '../world/world.ts'

/** A copy of files, and when it was made. */
export type Backup<files> = { atMs: number; files: files }

/**
 * Copies files now and then while programs use them.
 *
 * @returns The newest backup; `undefined` before the first.
 */
export function takeBackups<files>(
  world: World,
  { name, everyMs, copy }: { name: string; everyMs: number; copy(): files },
): () => Backup<files> | undefined {
  let newest: Backup<files> | undefined
  const next = () =>
    world.after(world.choose(`${name} ms`, everyMs), name, () => {
      newest = { atMs: world.now(), files: copy() }
      next()
    })
  next()
  return () => newest
}
