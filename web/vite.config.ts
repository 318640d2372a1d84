import { fromPackage } from '@saldo/domain/app-version'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { appFiles } from './build/app-files.ts'
import { type Budget, bundleBudget } from './build/bundle-budget.ts'
import { drawSignIn } from './build/draw-sign-in.ts'
import { drawnTemplates } from './build/drawn-templates.ts'
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

/** What the sign-in takes and the shell's first load does not: the form, its fields and their checks. */
const ofForms =
  /\/web\/(auth|features\/auth|layouts\/Auth|session\/step-up|ui\/(form\/(?!drafts)|layout\/Links))|\/domain\/(registry|minutes)|(PasswordInput|ActionIcon|use-uncontrolled)/

/** Two builds of one code base: business at `/`, consumers at `/b2c/` (`--mode b2c`). */
export default defineConfig(async ({ mode }) => {
  const same = {
    root: import.meta.dirname,
    define: { __APP_VERSION__: JSON.stringify(version) },
  }
  const signIn = await drawSignIn({ ...same, mode })
  return {
    ...same,
    base: baseOf(mode),
    publicDir: mode === 'b2c' ? 'static-b2c' : 'static',
    plugins: [
      react(),
      startScript(),
      drawnTemplates(signIn.html),
      appFiles({ version, base: baseOf(mode) }),
      bundleBudget(budgets),
    ],
    build: {
      outDir: mode === 'b2c' ? 'dist/b2c' : 'dist/business',
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              // The sign-in pages import React too: it gets a chunk of its own, so that they take it without the shell.
              { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
              // The modules of the sign-in form go into two files. The shell needs one of them first too. So a phone asks for few scripts.
              { name: 'form', test: (id: string) => signIn.modules.has(id) && ofForms.test(id) },
              { name: 'start', test: (id: string) => signIn.modules.has(id) },
              { name: 'menu-icons', test: menuIcons(import.meta.dirname) },
            ],
          },
        },
      },
    },
    server: { proxy: Object.fromEntries(served.map((path) => [path, api])) },
  }
})
