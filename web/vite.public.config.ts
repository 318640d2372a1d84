import { fromPackage } from '@saldo/domain/app-version'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { type Budget, bundleBudget } from './build/bundle-budget.ts'
import { plainIcons } from './build/plain-icons.ts'
import { preactForReact } from './build/preact-for-react.ts'
import { readAtOnce } from './build/read-at-once.ts'
import { publicBase } from './build/start-script.ts'
import app from './package.json' with { type: 'json' }

const budgets: Budget[] = [
  {
    page: 'public bill',
    loads: ['public/main.tsx'],
    js: 45,
    css: 6,
    never:
      /@mantine|@tanstack|@floating-ui|node_modules\/react(-dom)?\/|\/web\/(overlays\/Overlays|service-worker)\//,
  },
  {
    page: 'first drawing of the home',
    loads: ['public/home/first-home.tsx'],
    js: 45,
    css: 8,
    never: /@mantine|@tanstack/,
  },
]
/** What all scripts of the public pages may weigh together, in gzipped kB. */
const most = 100

/**
 * The public pages, which most people see once and on a phone. They are a build of their own, with Preact in the place of React
 * and two scripts before the sum is readable (decision 30). `start.ts` loads them, from the page of either app. With `--ssr` it
 * builds what the server needs to draw a bill by itself.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  base: publicBase,
  publicDir: false as const,
  define: { __APP_VERSION__: JSON.stringify(fromPackage(app.version)) },
  plugins: [react(), plainIcons(), ...(isSsrBuild ? [] : [readAtOnce(), bundleBudget(budgets, most)])],
  resolve: { alias: preactForReact },
  ssr: { noExternal: true as const },
  build: {
    outDir: isSsrBuild ? 'dist/public-drawn' : 'dist/public',
    emptyOutDir: true,
    target: 'es2022',
    manifest: isSsrBuild ? false : 'manifest.json',
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild
      ? { input: 'public/render.tsx' }
      : {
          input: { main: 'public/main.tsx', home: 'public/home/first-home.tsx' },
          // Modules that several pages use go into one file, so that a phone asks for two scripts; not what few payers load.
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'shared',
                  minShareCount: 2,
                  test: (id: string) => !/\/web\/session\/|stripe/.test(id),
                },
              ],
            },
          },
        },
  },
}))
