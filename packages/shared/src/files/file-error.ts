import { FiqError } from '../errors.ts'

/** Why the operating system refuses a file or folder, by the code of its error. */
const reasons = {
  EACCES: 'this user has no permission',
  EPERM: 'the operating system does not permit it',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota of this user is used up',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  EEXIST: 'something else has its name',
  ENOENT: 'a part of its path is missing, or allows no new entry',
  ENAMETOOLONG: 'its path is too long',
  ELOOP: 'its path has too many links',
  EIO: 'the disk does not answer',
} as const

/**
 * The error of a file or folder that the operating system refuses; `undefined` for any other value.
 *
 * @param setting - The setting that chooses the folder, e.g. `FIQ_HOME`.
 */
export function fileError(thrown: unknown, setting?: string): FiqError | undefined {
  const { code, syscall, path, message } = Object(thrown) as NodeJS.ErrnoException
  if (code === undefined || !Object.hasOwn(reasons, code)) return undefined
  // A program that cannot be started has a path too. A full disk has none.
  const isFile = path === undefined ? code === 'ENOSPC' : syscall?.startsWith('spawn') === false
  if (!isFile) return undefined
  const reason = reasons[code as keyof typeof reasons]
  return new FiqError('CONFIGURATION_INVALID', `${path ?? 'A file'} cannot be used: ${reason}.`, {
    facts: [`Reason: ${message}`],
    remedy: `Correct this, or choose another folder${setting ? ` with ${setting}` : ''}.`,
    cause: thrown,
  })
}
