import { execFileSync, spawn } from 'node:child_process'
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

type Manifest = { name: string; version: string; [key: string]: unknown }

/**
 * A package registry on this machine that serves only the packages installed in this checkout. An
 * installation from it needs no network, and fails on an undeclared dependency.
 *
 * @param packed - Additional tarballs, by the name of their package.
 */
export async function localRegistry(
  root: string,
  packed: Readonly<Record<string, string>> = {},
): Promise<{
  url: string
  /** Requested paths. */
  asked: readonly string[]
  close(): void
}> {
  const asked: string[] = []
  const folders = installedPackages(join(root, 'node_modules/.pnpm'))
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname)
    asked.push(path)
    const tarball = /^\/-\/(.+)@([^@]+)\.tgz$/.exec(path)
    const file = packed[tarball?.[1] ?? path.slice(1)]
    if (file && tarball) return void createReadStream(file).pipe(response)
    if (file) {
      response.setHeader('content-type', 'application/json')
      return void response.end(
        JSON.stringify(packedPackument(file, `http://${request.headers.host}`)),
      )
    }
    if (tarball) {
      const folder = folders.get(tarball[1]!)?.get(tarball[2]!)
      if (!folder) return void response.writeHead(404).end()
      // Files of equal content are hard links in the store, which npm would omit.
      const words = [
        '--hard-dereference',
        '-C',
        folder,
        '--transform',
        's,^\\.,package,',
        '--exclude=./node_modules',
      ]
      const tar = spawn('tar', ['-cf', '-', ...words, '.'])
      const gzip = spawn('gzip', ['-1'], { stdio: [tar.stdout, 'pipe', 'inherit'] })
      gzip.stdout.pipe(response)
      return
    }
    const versions = folders.get(path.slice(1))
    if (!versions) return void response.writeHead(404).end('{}')
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify(packument(path.slice(1), versions, `http://${request.headers.host}`)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * Package folders by name and version, without links, and without the empty folder of an optional
 * package that could not be built.
 */
function installedPackages(store: string): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>()
  for (const entry of readdirSync(store)) {
    const modules = join(store, entry, 'node_modules')
    for (const name of namesIn(modules)) {
      if (!existsSync(join(modules, name, 'package.json'))) continue
      const { version } = manifestOf(join(modules, name))
      const versions = found.get(name) ?? new Map<string, string>()
      found.set(name, versions.set(version, join(modules, name)))
    }
  }
  return found
}

function namesIn(modules: string): string[] {
  const folders = (path: string) => {
    try {
      return readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    } catch {
      return []
    }
  }
  return folders(modules).flatMap(({ name }) => {
    if (name.startsWith('.')) return []
    if (!name.startsWith('@')) return [name]
    return folders(join(modules, name)).map((inner) => `${name}/${inner.name}`)
  })
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

function packedPackument(file: string, origin: string) {
  const text = execFileSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8' })
  const manifest = JSON.parse(text) as Manifest
  const { name, version } = manifest
  const dist = { tarball: `${origin}/-/${encodeURIComponent(name)}@${version}.tgz` }
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } }
}

function packument(name: string, versions: ReadonlyMap<string, string>, origin: string) {
  const manifests = [...versions].map(([version, folder]) => [
    version,
    {
      ...manifestOf(folder),
      dist: { tarball: `${origin}/-/${encodeURIComponent(name)}@${version}.tgz` },
    },
  ])
  const latest = [...versions.keys()].at(-1)
  return { name, 'dist-tags': { latest }, versions: Object.fromEntries(manifests) }
}
