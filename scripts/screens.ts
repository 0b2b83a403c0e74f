import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openChromium } from '../e2e/testing/chromium.ts'
import { runningServer } from '../e2e/testing/running-server.ts'

/**
 * Takes a picture of each page at two widths in both colour schemes, for people to look at.
 *
 *     pnpm run build && pnpm screens [PAGE…]
 *
 * The pictures are in `screens/`, which is not committed.
 */
const pages: Readonly<Record<string, string>> = {
  home: '/',
  tool: '/tools/priceHistory',
  quotes: '/tools/quotes',
  docs: '/docs/proxy',
  'docs-list': '/docs',
  sources: '/sources',
  missing: '/nothing/here',
  graphiql: '/graphiql',
}
const widths = [1440, 390]
const schemes = ['light', 'dark'] as const

const folder = join(import.meta.dirname, '../screens')
const wanted = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const server = await runningServer()
const browser = await openChromium()
try {
  for (const width of widths)
    for (const colorScheme of schemes) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
      const page = await context.newPage()
      // The first page fills the cache, so that all pictures have our fonts.
      await page.goto(server.url, { waitUntil: 'networkidle' })
      for (const [name, path] of Object.entries(pages)) {
        if (wanted.length > 0 && !wanted.includes(name)) continue
        await page.goto(`${server.url}${path}`, { waitUntil: 'networkidle' })
        const file = join(folder, `${name}-${width}-${colorScheme}.png`)
        await page.screenshot({ path: file, fullPage: true })
        process.stdout.write(`${file}\n`)
      }
      await context.close()
    }
} finally {
  await browser.close()
  await server.close()
}
