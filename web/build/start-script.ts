import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type ResolvedConfig } from 'vite'
import type { DocumentFiles } from '../start.ts'

/** Where the build of the public pages lies, whose files the page names. */
const publicPages =
  process.env.SALDO_PUBLIC_PAGES ?? fileURLToPath(new URL('../dist/public', import.meta.url))
/** The address at which the server gives them. */
export const publicBase = '/p/'

/**
 * Puts `start.ts` into the page, and takes out of it the files that only the app needs: the script loads them if the address
 * asks for the app. The public pages must have been built before.
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
      async handler(html) {
        const app: DocumentFiles = { script: '', preload: [], styles: [] }
        const left = html.replace(
          /[ \t]*<(script|link)\b([^>]*)>(?:<\/script>)?\n?/g,
          (tag, name, attributes) => {
            const of = (attribute: string) => new RegExp(`${attribute}="([^"]+)"`).exec(attributes)?.[1]
            if (name === 'script' && of('type') === 'module') app.script = of('src') ?? ''
            else if (of('rel') === 'modulepreload') app.preload.push(of('href') ?? '')
            else if (of('rel') === 'stylesheet') app.styles.push(of('href') ?? '')
            else return tag
            return ''
          },
        )
        if (!app.script) throw new Error('index.html names no script of the app')
        const files = JSON.stringify({ public: publicFiles(), app })
        const script = await oneScript(config, { ...config.define, __FILES__: files })
        return left.replace('<!-- start -->', () => `<script>${script}</script>`)
      },
    },
  }
}

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

/** What the public pages load first, from the manifest of their build. */
function publicFiles(): DocumentFiles {
  const manifest = JSON.parse(readFileSync(`${publicPages}/manifest.json`, 'utf8')) as Manifest
  const entry = manifest['public/main.tsx']
  if (!entry) throw new Error('the public pages have no entry')
  const imported = (entry.imports ?? []).flatMap((name) => manifest[name] ?? [])
  const at = (file: string) => `${publicBase}${file}`
  return {
    script: at(entry.file),
    preload: imported.map(({ file }) => at(file)),
    styles: [...imported, entry].flatMap(({ css = [] }) => css.map(at)),
  }
}

/** `start.ts` and what it imports, as one classic script. */
async function oneScript({ mode }: ResolvedConfig, define: Record<string, unknown>): Promise<string> {
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
        input: fileURLToPath(new URL('../start.ts', import.meta.url)),
        output: { format: 'iife' },
      },
    },
  })
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  const code = outputs.find((each) => each.type === 'chunk')?.code.trim()
  if (!code) throw new Error('start.ts was not built')
  if (/<\/script/i.test(code)) throw new Error('start.ts would end the element that holds it')
  return code
}
