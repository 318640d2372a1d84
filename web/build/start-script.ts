import { readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'
import type { DocumentKind } from '../document-kind.ts'
import type { DocumentFiles } from '../start.ts'
import { gzipped } from './bundle-budget.ts'

/** Where the build of the public pages lies, whose files the page names. */
export const publicPages =
  process.env.SALDO_PUBLIC_PAGES ?? fileURLToPath(new URL('../dist/public', import.meta.url))
/** The address at which the server gives them. */
export const publicBase = '/p/'

/**
 * Puts `first-paint.ts`, the styles of the public pages and `start.ts` into the page, and takes out of it the files that only
 * the app needs: the script loads them if the address asks for the app. The public pages must have been built before.
 */
export function startScript(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'saldo-start-script',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const boot: DocumentFiles = { script: '', preload: [], styles: [] }
        const left = html.replace(
          /[ \t]*<(script|link)\b([^>]*)>(?:<\/script>)?\n?/g,
          (tag, name, attributes) => {
            const of = (attribute: string) => new RegExp(`${attribute}="([^"]+)"`).exec(attributes)?.[1]
            if (name === 'script' && of('type') === 'module') boot.script = of('src') ?? ''
            else if (of('rel') === 'modulepreload') boot.preload.push(of('href') ?? '')
            else if (of('rel') === 'stylesheet') boot.styles.push(of('href') ?? '')
            else return tag
            return ''
          },
        )
        if (!boot.script) throw new Error('index.html names no script of the app')
        const files: Record<DocumentKind | 'home', DocumentFiles> = {
          public: publicFiles('public/main.tsx'),
          home: publicFiles('public/home/first-home.tsx'),
          auth: withModules(boot, ['auth.tsx', 'ui/theme/styles-auth.ts'], config, bundle),
          shell: withModules(boot, ['main.tsx', 'ui/theme/styles-shell.ts'], config, bundle),
        }
        const asked = {
          ...files,
          public: { ...files.public, styles: [] },
          home: { ...files.home, styles: [] },
        }
        const define = { ...config.define, __FILES__: JSON.stringify(asked) }
        const first = await oneScript('first-paint.ts', config, define)
        const start = await oneScript('start.ts', config, define)
        const weight = gzipped(first + start) + weightOf(files.public)
        const line = `public bill with the scripts in the page: ${weight.toFixed(1)} kB JS of ${mostOfBill}`
        if (weight > mostOfBill) this.error(`over budget: ${line}`)
        this.info(line)
        return left.replace('<!-- start -->', () =>
          [
            `<script>${first}</script>`,
            inlineStyles('public', files.public),
            inlineStyles('home', files.home),
            `<script id="start">${start}</script>`,
          ].join('\n    '),
        )
      },
    },
  }
}

/**
 * What `boot.ts` loads for a kind of document, so that the page asks for all of it at once: the chunks with these modules, those
 * that they import, and their styles, which Vite then finds there.
 */
function withModules(
  boot: DocumentFiles,
  modules: string[],
  { root, base }: ResolvedConfig,
  bundle: Rolldown.OutputBundle,
): DocumentFiles {
  const preload = new Set(boot.preload)
  const styles = new Set(boot.styles)
  const visit = (chunk: Rolldown.OutputBundle[string] | undefined) => {
    const at = base + chunk?.fileName
    if (chunk?.type !== 'chunk' || at === boot.script || preload.has(at)) return
    preload.add(at)
    for (const next of chunk.imports) visit(bundle[next])
    for (const css of chunk.viteMetadata?.importedCss ?? []) styles.add(base + css)
  }
  for (const module of modules) {
    const id = join(root, module)
    const chunk = Object.values(bundle).find((each) => each.type === 'chunk' && each.moduleIds.includes(id))
    // If a module only imports styles, Vite keeps only its stylesheet.
    const name = `${basename(module, extname(module))}.css`
    const sheet = Object.values(bundle).find((each) => each.type === 'asset' && each.names.includes(name))
    if (chunk) visit(chunk)
    else if (sheet) styles.add(base + sheet.fileName)
    else throw new Error(`the build has no ${module}`)
  }
  return { script: boot.script, preload: [...preload], styles: [...styles] }
}

/** The most that a bill's scripts may weigh, in gzipped kB. At its address after `#` they draw the bill, so the sum waits for them. */
const mostOfBill = 45

const weightOf = ({ script, preload }: DocumentFiles): number =>
  [script, ...preload].reduce((sum, file) => sum + gzipped(readFileSync(pathOf(file))), 0)
const pathOf = (file: string) => join(publicPages, file.slice(publicBase.length))

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>
const readManifest = () => JSON.parse(readFileSync(`${publicPages}/manifest.json`, 'utf8')) as Manifest

/** The paths of all scripts and styles of the public pages. */
export const filesOfPublicPages = (): string[] =>
  [...new Set(Object.values(readManifest()).flatMap(({ file, css = [] }) => [file, ...css]))]
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => `${publicBase}${file}`)
    .sort()

/** What the public pages load first, from the manifest of their build. */
function publicFiles(name: string): DocumentFiles {
  const manifest = readManifest()
  const entry = manifest[name]
  if (!entry) throw new Error(`the public pages have no ${name}`)
  const imported = (entry.imports ?? []).flatMap((name) => manifest[name] ?? [])
  const at = (file: string) => `${publicBase}${file}`
  return {
    script: at(entry.file),
    preload: imported.map(({ file }) => at(file)),
    styles: [...imported, entry].flatMap(({ css = [] }) => css.map(at)),
  }
}

/**
 * The styles of a kind of document, in the page: `start.ts` shows them where they are needed. The links are for the scripts that
 * load later: they would load a stylesheet again that no link names. A browser loads no link that is disabled.
 */
function inlineStyles(kind: 'public' | 'home', { styles }: DocumentFiles): string {
  const parts = styles.map((href) => {
    const css = readFileSync(pathOf(href), 'utf8')
    return `<style>${css.trim().replaceAll('</', '<\\/')}</style><link rel="stylesheet" href="${href}" disabled>`
  })
  return `<template id="styles-${kind}">${parts.join('')}</template>`
}

/** A file of `web/` and what it imports, as one classic script. */
async function oneScript(
  name: string,
  { mode }: ResolvedConfig,
  define: Record<string, unknown>,
): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    mode,
    define,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL(`../${name}`, import.meta.url)),
        output: { format: 'iife' },
      },
    },
  })
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  const code = outputs.find((each) => each.type === 'chunk')?.code.trim()
  if (!code) throw new Error(`${name} was not built`)
  if (/<\/script/i.test(code)) throw new Error(`${name} would end the element that holds it`)
  return code
}
