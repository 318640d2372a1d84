import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/**
 * Budget of a first load in gzipped kB (1 kB = 1000 bytes), and modules that it must not contain. `loads`: the modules that it
 * loads by name, with all that they import.
 */
export type Budget = { page: string; loads: string[]; js: number; css: number; never?: RegExp }

const lazyChunkJs = 200
/** The visual editor of mails and its MJML weigh more; they load on the page of one template alone. */
const editorChunk = { has: /node_modules\/grapesjs/, js: 750 }

/**
 * Prints the weight of each page; fails the build if one is over its budget or contains a forbidden module. `all`: what all
 * scripts of the build may weigh together.
 */
export function bundleBudget(budgets: readonly Budget[], all?: number): Plugin {
  return {
    name: 'saldo-bundle-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      for (const { page, loads, js, css, never } of budgets) {
        const missing = loads.find((module) => !chunks.some((chunk) => contains(chunk, module)))
        if (missing) this.error(`${page}: no chunk contains web/${missing}`)
        const loaded = firstLoad(loads, chunks)
        const weight = weigh(loaded, bundle)
        const alien = loaded.flatMap((chunk) => chunk.moduleIds).find((id) => never?.test(id))
        const line = `${page}: ${weight.js.toFixed(1)} kB JS of ${js}, ${weight.css.toFixed(1)} kB CSS of ${css}`
        if (alien) this.error(`${page} must not load ${alien}`)
        if (weight.js > js || weight.css > css) this.error(`over budget: ${line}`)
        this.info(line)
      }
      const sum = chunks.reduce((weight, { code }) => weight + gzipped(code), 0)
      if (all !== undefined && sum > all) this.error(`over budget: ${sum.toFixed(1)} kB JS of ${all} in all`)
      for (const chunk of chunks) {
        const size = gzipped(chunk.code)
        const most = chunk.moduleIds.some((id) => editorChunk.has.test(id)) ? editorChunk.js : lazyChunkJs
        if (size > most) this.error(`${chunk.fileName} weighs ${size.toFixed(1)} kB of ${most}`)
      }
    },
  }
}

/** The chunks with the named modules, and all chunks they import statically. */
function firstLoad(modules: string[], chunks: Rolldown.OutputChunk[]) {
  const wanted = chunks.filter((chunk) => modules.some((module) => contains(chunk, module)))
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const loaded = new Set<Rolldown.OutputChunk>()
  const visit = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || loaded.has(chunk)) return
    loaded.add(chunk)
    for (const name of chunk.imports) visit(byName.get(name))
  }
  for (const chunk of wanted) visit(chunk)
  return [...loaded]
}

const contains = (chunk: Rolldown.OutputChunk, module: string) =>
  chunk.moduleIds.some((id) => id.endsWith(`/web/${module}`))

function weigh(chunks: Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle) {
  const styles = new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))
  const css = [...styles].map((name) => bundle[name])
  return {
    js: chunks.reduce((sum, chunk) => sum + gzipped(chunk.code), 0),
    css: css.reduce((sum, file) => sum + (file?.type === 'asset' ? gzipped(file.source) : 0), 0),
  }
}

/** The weight of a file when it is sent, in kB. */
export const gzipped = (source: string | Uint8Array) => gzipSync(source).length / 1000
