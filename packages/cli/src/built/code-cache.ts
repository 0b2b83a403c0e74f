import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'

/** Which files are loaded, and where what V8 makes of them is kept. */
export type CodeCacheOptions = {
  /** Folder of the files. */
  program: string
  /** Names what these files hold: compiled code of others is not for them. */
  build: string
  /** Who can write to it runs code as this user: one that others can write to is left alone. */
  folder: string
  /** What is run, e.g. `quote`: each has the functions it calls. */
  run: string
  /** Loads what is none of these files. */
  others(id: string): unknown
  /** Loads an ES module: Node does it with a warning for code that it has not loaded itself. */
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
 * A `require` for the parts of the built program that keeps the functions a run has compiled for
 * the next one like it. Node's own cache keeps none that is compiled on its first call, which is
 * nearly all: 8 ms of a start.
 *
 * A file is an expression: an object of parts by their names, in ASCII. A part is known by both, as
 * `./main/chunk-ABC`.
 *
 * @returns `load`, and `keep`, to be called when a run has succeeded. What cannot be kept is not.
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
} {
  const ours = join(folder, build)
  const isSafe = isWrittenByUserAlone(ours)
  const files = new Map<string, Readonly<Record<string, Part>>>()
  const loaded = new Map<string, { exports: object }>()
  const compiled = new Map<string, Script>()

  function read(file: string): Readonly<Record<string, Part>> {
    const filename = join(program, file)
    const kept = `${run}-${file}`
    const script = new Script(readFileSync(filename, 'latin1'), {
      filename,
      ...(isSafe ? cachedDataIn(join(ours, kept)) : {}),
    })
    if (script.cachedDataRejected !== false) compiled.set(kept, script)
    const parts = script.runInThisContext()
    files.set(file, parts)
    return parts
  }

  function load(id: string): unknown {
    const known = loaded.get(id)
    if (known) return known.exports
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
    load,
    save() {
      if (compiled.size === 0 || !isSafe) return
      try {
        if (mkdirSync(ours, { recursive: true, mode: 0o700 })) forgetOthers(folder, build)
        for (const [name, script] of compiled) writeWhole(join(ours, name), script)
      } catch {
        // A cache that cannot be written costs some milliseconds, next time too.
      }
    },
  }
}

/** A folder that is still to be made is. */
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

/** Nobody reads a part of it: it is renamed to its name when it is complete. */
function writeWhole(path: string, script: Script): void {
  const writing = `${path}.${process.pid}`
  writeFileSync(writing, script.createCachedData(), { mode: 0o600 })
  renameSync(writing, path)
}

function forgetOthers(folder: string, build: string): void {
  for (const name of readdirSync(folder))
    if (name !== build) rmSync(join(folder, name), { recursive: true, force: true })
}
