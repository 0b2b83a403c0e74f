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
export type KeptCode = {
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

/**
 * A `require` for the CommonJS files of the built program that keeps the functions a run has
 * compiled for the next one like it. Node's own cache keeps none that is compiled on its first
 * call, which is nearly all: 8 ms of a start.
 *
 * @returns `load`, and `keep`, to be called when a run has succeeded. What cannot be kept is not.
 */
export function openKeptCode({ program, build, folder, run, others, importOther }: KeptCode): {
  load(file: string): unknown
  keep(): void
} {
  const ours = join(folder, build)
  const isSafe = isWrittenByUserAlone(ours)
  const loaded = new Map<string, { exports: unknown }>()
  const compiled = new Map<string, Script>()

  function load(file: string): unknown {
    const known = loaded.get(file)
    if (known) return known.exports
    const module = { exports: {} }
    loaded.set(file, module)
    const filename = join(program, file)
    const script = new Script(wrapped(readFileSync(filename, 'latin1')), {
      filename,
      ...(isSafe ? keptOf(join(ours, keptName(run, file))) : {}),
    })
    if (script.cachedDataRejected !== false) compiled.set(keptName(run, file), script)
    const require = (id: string) => (/^\.\/[\w-]+\.cjs$/.test(id) ? load(id) : others(id))
    script.runInThisContext()(module.exports, require, module, filename, program, importOther)
    return module.exports
  }

  return {
    load,
    keep() {
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

/** @example 'quote-main.cjs' */
function keptName(run: string, file: string): string {
  return `${run}-${file.slice('./'.length)}`
}

function keptOf(path: string): { cachedData?: Buffer } {
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

/** The files are built as ASCII, with `importOther` in the place of `import`. */
function wrapped(source: string): string {
  return `(function (exports, require, module, __filename, __dirname, importOther) { ${source}\n})`
}
