import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type BuildOptions, type BuildResult, build } from 'esbuild'

/** File beside a built program that lists third-party code. */
export const noticesFile = 'THIRD-PARTY-NOTICES.txt'

export type Bundled = BuildResult<{ metafile: true }>

export type Bundler = {
  /** esbuild with the common options. */
  bundle(options: BuildOptions): Promise<Bundled>
  /** Names and licences of the third-party packages in the bundles so far. */
  notices(): string
}

/** Bundles, and records the contained packages, because their licences require notices. */
export function createBundler(common: BuildOptions): Bundler {
  const folders = new Set<string>()
  return {
    async bundle(options) {
      const result = await build({ ...common, ...options, metafile: true })
      for (const path of Object.keys(result.metafile.inputs)) {
        const folder = packageFolder(resolve(options.absWorkingDir ?? process.cwd(), path))
        if (folder) folders.add(folder)
      }
      return result
    },
    notices: () =>
      [...new Map([...folders].map((folder) => noticeOf(folder))).entries()]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, text]) => `${name}\n${'-'.repeat(name.length)}\n\n${text}\n`)
        .join('\n\n'),
  }
}

/** The `…/node_modules/ink` part of a path; `undefined` for our own code. */
function packageFolder(path: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.replaceAll('\\', '/'))?.[0]
}

/**
 * A package's name with version and licence, and the text of the licence if the package contains
 * it.
 */
function noticeOf(folder: string): [string, string] {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as { name: string; version: string; license?: string }
  if (!license) throw new Error(`${name} states no licence: it may not be shipped.`)
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)(\.|-|$)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return [`${name} ${version} (${license})`, texts.join('\n\n') || `Licence: ${license}`]
}
