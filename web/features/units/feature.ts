import { lazyTab } from '../../records/record-tab.ts'
import type { Section } from '../../sections/section.ts'

/** Units of a condominium, and the weights by which they share expenses. */
export const units: Section<[]> = {
  routes: [],
  tabs: [
    {
      record: 'account',
      id: 'unita',
      label: 'Unità',
      order: 20,
      Tab: lazyTab(() => import('./UnitsTab.tsx'), 'UnitsTab'),
    },
    {
      record: 'account',
      id: 'tabelle',
      label: 'Tabelle',
      order: 30,
      Tab: lazyTab(() => import('./WeightsTab.tsx'), 'WeightsTab'),
    },
  ],
  movedRows: {
    right_holders: { one: 'diritto su unità', many: 'diritti su unità' },
  },
}
