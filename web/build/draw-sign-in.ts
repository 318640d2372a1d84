import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type UserConfig } from 'vite'

/** The sign-in form as HTML, and the modules that drawing it took, by their ids. */
export type SignIn = { html: string; modules: ReadonlySet<string> }

/** Draws the sign-in form, as the server draws a bill: the browser then takes it over. */
export async function drawSignIn({ root, mode, define }: UserConfig): Promise<SignIn> {
  const folder = mkdtempSync(join(tmpdir(), 'saldo-sign-in-'))
  try {
    const built = await build({
      configFile: false,
      logLevel: 'error',
      root,
      mode,
      define,
      ssr: { noExternal: true },
      build: {
        outDir: folder,
        ssr: fileURLToPath(new URL('../sign-in-drawn.tsx', import.meta.url)),
        rolldownOptions: { output: { entryFileNames: 'drawn.mjs' } },
      },
    })
    const chunks = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
    const entry = chunks.find((each) => each.type === 'chunk' && each.isEntry)
    const page = (await import(pathToFileURL(join(folder, 'drawn.mjs')).href)) as { drawSignIn: () => string }
    return { html: page.drawSignIn(), modules: new Set(entry?.type === 'chunk' ? entry.moduleIds : []) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
