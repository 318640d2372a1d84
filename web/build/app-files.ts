import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { filesOfPublicPages } from './start-script.ts'

/** Larger chunks are cached on first use, not in advance: most people never open the mail editor. */
const largestKept = 40

/** Files without hashed names that the page needs to start offline. */
const unnamed = ['favicon.svg']

/**
 * Writes the files that make a build installable: its version (`version.json`), the web app manifest, and the service
 * worker with its list of files.
 */
export function appFiles({ version, base }: { version: string; base: string }): Plugin {
  return {
    name: 'saldo-app-files',
    apply: 'build',
    buildStart() {
      this.emitFile({
        type: 'chunk',
        id: fileURLToPath(new URL('../service-worker/worker.ts', import.meta.url)),
        fileName: 'sw.js',
      })
    },
    generateBundle: {
      // After Vite has removed chunks of styles only: every listed file must exist.
      order: 'post',
      handler(_options, bundle) {
        const emit = (fileName: string, content: object) =>
          this.emitFile({ type: 'asset', fileName, source: JSON.stringify(content) })
        emit('version.json', { version })
        emit('manifest.webmanifest', manifest(base))
        const worker = bundle['sw.js']
        if (worker?.type !== 'chunk') return this.error('the service worker was not built')
        if (worker.imports.length > 0) return this.error('the service worker must be one file')
        const kept = shellFiles(bundle)
        for (const styles of ['styles-auth', 'styles-shell'])
          if (!kept.some((name) => name.includes(styles))) return this.error(`${styles} is not in the build`)
        const named = [...kept, ...filesOfPublicPages()].join()
        const build = createHash('sha256').update(version).update(named).digest('hex').slice(0, 12)
        worker.code = worker.code
          .replace('__KEPT__', JSON.stringify([...unnamed, ...kept]))
          .replace('__PUBLIC__', JSON.stringify(filesOfPublicPages()))
          .replace('__BUILD__', JSON.stringify(build))
        this.info(`service worker keeps ${kept.length} files, ${weight(kept, bundle).toFixed(0)} kB gzipped`)
      },
    },
  }
}

/** The web app manifest: name, colours and icon. Residents install another app than offices, with an icon of its own. */
const manifest = (base: string) => ({
  id: base,
  ...(base === '/'
    ? { name: 'Saldo', short_name: 'Saldo', description: 'Incassi e bollette del condominio.' }
    : {
        name: 'Saldo per i condòmini',
        short_name: 'Saldo casa',
        description: 'Le tue bollette di condominio.',
      }),
  lang: 'it',
  dir: 'ltr',
  start_url: `${base}#/dashboard`,
  scope: base,
  display: 'standalone',
  theme_color: '#ffffff',
  background_color: '#ffffff',
  icons: [
    { src: `${base}favicon.svg`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ...[192, 512].flatMap((size) => [
      { src: `${base}icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose: 'any' },
      {
        src: `${base}icon-maskable-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: 'maskable',
      },
    ]),
  ],
})

/** The assets of the sign-in pages and of the shell with all its pages, without those that only public pages use. */
function shellFiles(bundle: Rolldown.OutputBundle): string[] {
  const kept = new Set<string>()
  const visit = (name: string, asked: boolean) => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || kept.has(name)) return
    if (asked && gzipped(chunk.code) > largestKept && !isStart(chunk)) return
    kept.add(name)
    for (const css of chunk.viteMetadata?.importedCss ?? []) kept.add(css)
    for (const next of chunk.imports) visit(next, false)
    for (const next of chunk.dynamicImports) visit(next, true)
  }
  for (const file of Object.values(bundle)) {
    if (file.type === 'asset') {
      if (file.names.some(isStyleOrFont)) kept.add(file.fileName)
      continue
    }
    if (isStart(file) || file.name.startsWith('styles-')) visit(file.fileName, false)
    if (file.isEntry && file.fileName !== 'sw.js') keepEntry(file, kept)
  }
  return [...kept].sort()
}

const isStart = (chunk: Rolldown.OutputChunk) =>
  chunk.moduleIds.some((id) => /\/web\/(main|auth)\.tsx$/.test(id))

/**
 * Whether `boot.ts` loads the file beside the two apps: their styles (`ui/theme/styles-*.ts`, of which Vite may leave only the
 * stylesheet), and the Latin subset of the font; other alphabets are cached on first use.
 */
const isStyleOrFont = (name: string) =>
  /^styles-(auth|shell)\.css$|latin-w(dth|ght)-normal\.woff2$/.test(name)

/** The entry script and styles, which decide what else to load. */
function keepEntry(chunk: Rolldown.OutputChunk, kept: Set<string>) {
  kept.add(chunk.fileName)
  for (const css of chunk.viteMetadata?.importedCss ?? []) kept.add(css)
  for (const next of chunk.imports) kept.add(next)
}

const weight = (names: string[], bundle: Rolldown.OutputBundle) =>
  names.reduce((sum, name) => {
    const file = bundle[name]
    return sum + (file ? gzipped(file.type === 'chunk' ? file.code : file.source) : 0)
  }, 0)

const gzipped = (source: string | Uint8Array) => gzipSync(source).length / 1000
