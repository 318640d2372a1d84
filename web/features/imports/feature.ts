import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../lazy-page.ts'
import { page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { office } from '../../session/permissions/variant.ts'

const bills = createRoute({
  ...page({ admits: office, permission: 'bills:write', wide: true }),
  path: '/bollette/importa',
  component: lazyPage(() => import('./ImportsPage.tsx'), 'BillsImportsPage'),
})
const billsOne = createRoute({
  ...page({ admits: office, permission: 'bills:write', wide: true }),
  path: '/bollette/importa/$id',
  component: lazyPage(() => import('./ImportPage.tsx'), 'BillsImportPage'),
})
const registry = createRoute({
  ...page({ admits: office, permission: 'accounts:write', wide: true }),
  path: '/condomini/importa',
  component: lazyPage(() => import('./ImportsPage.tsx'), 'RegistryImportsPage'),
})
const registryOne = createRoute({
  ...page({ admits: office, permission: 'accounts:write', wide: true }),
  path: '/condomini/importa/$id',
  component: lazyPage(() => import('./ImportPage.tsx'), 'RegistryImportPage'),
})

const routes = [bills, billsOne, registry, registryOne]

/** Bills, or condominiums with units and people, from a spreadsheet. */
export const imports: Section<typeof routes> = {
  routes,
  movedRows: {
    import_rows: { one: 'riga importata', many: 'righe importate' },
    opening_balances: { one: 'saldo iniziale', many: 'saldi iniziali' },
  },
}
