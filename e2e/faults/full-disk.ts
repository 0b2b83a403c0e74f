import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { audit } from './audit.ts'
import { type PartReport, unanswered } from './cut-connections.ts'
import { fund } from './fund.ts'
import { createPayer, type History, present } from './payer.ts'
import { startProcess } from './server-process.ts'

/** The log of the record exceeds this after a few dozen payments. */
const fileKibMax = 1_024
/** Room for both files and little more. */
const diskKib = 2_048
const roomyKib = 65_536
const atOnce = 4
const purchasesMax = 600

/**
 * How the disk becomes full. `files`: no file of the server may grow (`ulimit -f`, EFBIG). `disk`:
 * the file system is full (ENOSPC), which requires the right to mount.
 */
export type FullDisk = 'files' | 'disk'

/**
 * Whether this process can mount a file system. Tried on an empty folder, because a mount hides its
 * contents.
 */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'fiq-mount-'))
  const mounted = mount(folder, `size=${diskKib}k`)
  if (mounted) unmount(folder)
  rmSync(folder, { recursive: true, force: true })
  return mounted
}

/**
 * Payers pay until the server's files have no room, and some more pay after that. The server is
 * restarted with room, and every payer retries with the same bytes.
 */
export async function runFullDisk(folder: string, kind: FullDisk = 'files'): Promise<PartReport> {
  const data = join(folder, 'data')
  mkdirSync(data)
  if (kind === 'files') return payOnFullDisk(data, { fileBlocksMax: fileKibMax }, () => {})
  if (!mount(data, `size=${diskKib}k`)) throw new Error('No disk can be mounted here.')
  try {
    return await payOnFullDisk(data, {}, () => void mount(data, `remount,size=${roomyKib}k`))
  } finally {
    unmount(data)
  }
}

/** Mounts a file system in memory. @returns Whether it is mounted. */
export function mount(folder: string, options: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0
}

/** Unmounts it. */
export function unmount(folder: string): void {
  spawnSync('umount', [folder])
}

async function payOnFullDisk(
  folder: string,
  limits: { fileBlocksMax?: number },
  makeRoom: () => void,
): Promise<PartReport> {
  const account = privateKeyToAccount(generatePrivateKey())
  await fund(folder, account.address)
  const full = await startProcess({ folder, ...limits })
  const payer = createPayer(full.url, account)
  const histories: History[] = []
  const seen: Record<string, number> = {}
  let failures = 0
  const pay = async (history: History) => {
    const answer = await present(full.url, history.purchase)
    history.answers.push(answer)
    const word = answer ? `${answer.status} ${answer.code ?? ''}`.trim() : 'no answer'
    seen[word] = (seen[word] ?? 0) + 1
    if (answer?.status !== 200) failures += 1
  }
  while (failures < 4 * atOnce && histories.length < purchasesMax) {
    const next: History[] = []
    for (let count = 0; count < atOnce; count++)
      next.push({ purchase: await payer.sign(), answers: [] })
    histories.push(...next)
    await Promise.all(next.map(pay))
  }
  await full.kill('SIGKILL')
  makeRoom()

  const roomy = await startProcess({ folder, port: Number(new URL(full.url).port) })
  for (const { purchase, answers } of histories) answers.push(await present(roomy.url, purchase))
  await roomy.kill('SIGTERM')
  const { violations } = await audit(folder, histories)
  const never = failures === 0 ? ['the disk was never full'] : []
  return {
    purchases: histories.length,
    seen,
    violations: [...never, ...violations, ...unanswered(histories)],
  }
}
