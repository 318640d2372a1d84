import { fromPackage } from '@saldo/domain/app-version'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { appFiles } from './build/app-files.ts'
import { type Budget, bundleBudget } from './build/bundle-budget.ts'
import { menuIcons } from './build/menu-icons.ts'
import { startScript } from './build/start-script.ts'
import app from './package.json' with { type: 'json' }

const api = process.env.SALDO_API ?? 'http://127.0.0.1:3000'
const served = ['/v1', '/oauth', '/openapi.json', '/healthz']

const version = fromPackage(app.version)
const baseOf = (mode: string) => (mode === 'b2c' ? '/b2c/' : '/')

const budgets: Budget[] = [
  {
    page: 'login',
    loads: ['boot.ts', 'auth.tsx', 'ui/theme/styles-auth.ts'],
    js: 140,
    css: 20,
    never: /@tanstack|\/web\/overlays\/Overlays/,
  },
  {
    page: 'shell and grid',
    loads: [
      'boot.ts',
      'main.tsx',
      'ui/theme/styles-shell.ts',
      'layouts/SignedInLayout.tsx',
      'features/bills/list/BillsPage.tsx',
    ],
    js: 235,
    css: 45,
    never: /\/web\/overlays\/Overlays/,
  },
]

/** Two builds of one code base: business at `/`, consumers at `/b2c/` (`--mode b2c`). */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  base: baseOf(mode),
  publicDir: 'static',
  define: { __APP_VERSION__: JSON.stringify(version) },
  plugins: [react(), startScript(), appFiles({ version, base: baseOf(mode) }), bundleBudget(budgets)],
  build: {
    outDir: mode === 'b2c' ? 'dist/b2c' : 'dist/business',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The sign-in pages import React too: it gets a chunk of its own, so that they take it without the shell.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'menu-icons', test: menuIcons(import.meta.dirname) },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(served.map((path) => [path, api])) },
}))
