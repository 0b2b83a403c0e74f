import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { makeFolder } from '../config/make-folder.ts'

/** The files to load, and the place of V8's compiled code. */
export type CodeCacheOptions = {
  /** Folder of the files. */
  program: string
  /** Identifies these files. Compiled code of another build does not fit them. */
  build: string
  /**
   * A program that can write to this folder can run code as this user. So a folder that others can
   * write to is not used.
   */
  folder: string
  /** The command, e.g. `quote`. Each command compiles different functions. */
  run: string
  /** Loads any other module. */
  others(id: string): unknown
  /**
   * Loads an ES module through Node's loader, which warns unless the calling code was loaded from a
   * file.
   */
  importOther(id: string): Promise<unknown>
}

/** A CommonJS module as a function. */
type Part = (
  exports: object,
  require: (id: string) => unknown,
  module: { exports: object },
  filename: string,
  dirname: string,
  importOther: CodeCacheOptions['importOther'],
) => void

/**
 * Creates a `require` for the parts of the built program. It caches the functions compiled in a run
 * for the next run of the same command. Node's own cache omits functions compiled on their first
 * call, which are nearly all: 8 ms of a start.
 *
 * A file is an expression: an object of parts by their names, in ASCII. A part is also known as
 * `./main/chunk-ABC`.
 *
 * @returns `load`, and `save`, to be called after a successful run. Write errors are ignored.
 */
export function createCodeCache({
  program,
  build,
  folder,
  run,
  others,
  importOther,
}: CodeCacheOptions): {
  load(id: string): unknown
  save(): void
  /** Whether the folder of the build is, or will be, written by this user alone. */
  isSafe: boolean
} {
  const buildFolder = join(folder, build)
  const isSafe = isWrittenByUserAlone(buildFolder)
  const files = new Map<string, Readonly<Record<string, Part>>>()
  const loaded = new Map<string, { exports: object }>()
  const compiled = new Map<string, Script>()

  function read(file: string): Readonly<Record<string, Part>> {
    const filename = join(program, file)
    const cacheName = `${run}-${file}`
    const script = new Script(readFileSync(filename, 'latin1'), {
      filename,
      ...(isSafe ? cachedDataIn(join(buildFolder, cacheName)) : {}),
    })
    if (script.cachedDataRejected !== false) compiled.set(cacheName, script)
    const parts = script.runInThisContext()
    files.set(file, parts)
    return parts
  }

  function load(id: string): unknown {
    const cached = loaded.get(id)
    if (cached) return cached.exports
    const [, name = '', part = ''] = id.split('/')
    const file = `${name}.cjs`
    const run = (files.get(file) ?? read(file))[part]
    if (!run) throw new Error(`There is no ${id} in this build.`)
    const module = { exports: {} }
    loaded.set(id, module)
    const require = (other: string) => (other.startsWith('./') ? load(other) : others(other))
    run(module.exports, require, module, join(program, file), program, importOther)
    return module.exports
  }

  return {
    isSafe,
    load,
    save() {
      if (compiled.size === 0 || !isSafe) return
      try {
        if (makeFolder(buildFolder, 0o700)) forgetOthers(folder, build)
        for (const [name, script] of compiled) writeWhole(join(buildFolder, name), script)
      } catch {
        // Without a writable cache, each start takes some milliseconds longer.
      }
    },
  }
}

/**
 * Whether only this user can write to a folder. A missing folder counts, because this user will
 * create it.
 */
function isWrittenByUserAlone(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  const user = process.getuid?.()
  return !found || user === undefined || (found.uid === user && (found.mode & 0o022) === 0)
}

function cachedDataIn(path: string): { cachedData?: Buffer } {
  try {
    return { cachedData: readFileSync(path) }
  } catch {
    return {}
  }
}

/** Writes to another name and renames, so that readers never see a partial file. */
function writeWhole(path: string, script: Script): void {
  const writing = `${path}.${process.pid}`
  writeFileSync(writing, script.createCachedData(), { mode: 0o600 })
  renameSync(writing, path)
}

function forgetOthers(folder: string, build: string): void {
  for (const name of readdirSync(folder))
    if (name !== build) rmSync(join(folder, name), { recursive: true, force: true })
}
