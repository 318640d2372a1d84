import { createRoute } from '@tanstack/react-router'
import { CreditCard } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { lazyTab } from '../../records/record-tab.ts'
import { page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'

const own = createRoute({
  ...page({ admits: ['b2c', 'b2b', 'superuser'], permission: null }),
  path: '/metodi',
  component: lazyPage(() => import('./SourcesPage.tsx'), 'SourcesPage'),
})

const routes = [own]

/** Saved cards and accounts, and what is debited from them. */
export const sources: Section<typeof routes> = {
  routes,
  menu: [{ page: own, group: 'user', label: 'Metodi di pagamento', icon: CreditCard }],
  tabs: [
    {
      record: 'subject',
      id: 'metodi',
      label: 'Carte e mandati',
      order: 70,
      Tab: lazyTab(() => import('./SourcesTab.tsx'), 'SourcesTab'),
    },
  ],
  movedRows: {
    autopays: { one: 'addebito automatico', many: 'addebiti automatici' },
    debits: { one: 'addebito previsto', many: 'addebiti previsti' },
    payment_sources: { one: 'carta o conto salvato', many: 'carte e conti salvati' },
    mandates: { one: 'mandato', many: 'mandati' },
    source_links: { one: 'link per salvare una carta o un conto', many: 'link per salvare carte e conti' },
  },
}
