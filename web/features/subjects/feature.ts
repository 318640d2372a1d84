import { createRoute } from '@tanstack/react-router'
import { Group } from 'iconoir-react'
import { lazyPage } from '../../lazy-page.ts'
import { paths } from '../../paths.ts'
import { lazyTab } from '../../records/record-tab.ts'
import { listSearch, page } from '../../routes/frames.ts'
import type { Section } from '../../sections/section.ts'
import { office } from '../../session/permissions/variant.ts'
import { unitsWords } from './units-words.ts'

const list = createRoute({
  ...page({ admits: office, permission: 'subjects:read', wide: true }),
  path: '/anagrafica',
  validateSearch: listSearch,
  component: lazyPage(() => import('./SubjectsPage.tsx'), 'SubjectsPage'),
})
const one = createRoute({
  ...page({ admits: office, permission: 'subjects:read' }),
  path: '/anagrafica/$id',
  validateSearch: listSearch,
  component: lazyPage(() => import('./SubjectPage.tsx'), 'SubjectPage'),
})
const create = createRoute({
  ...page({ admits: office, permission: 'subjects:write' }),
  path: '/anagrafica/nuovo',
  component: lazyPage(() => import('./NewSubjectPage.tsx'), 'NewSubjectPage'),
})
const edit = createRoute({
  ...page({ admits: office, permission: 'subjects:write' }),
  path: '/anagrafica/$id/modifica',
  component: lazyPage(() => import('./EditSubjectPage.tsx'), 'EditSubjectPage'),
})
const duplicates = createRoute({
  ...page({ admits: office, permission: 'subjects:write' }),
  path: '/anagrafica/doppioni',
  component: lazyPage(() => import('./merge/DuplicatesPage.tsx'), 'DuplicatesPage'),
})
const merge = createRoute({
  ...page({ admits: office, permission: 'subjects:write' }),
  path: '/anagrafica/unisci',
  validateSearch: listSearch,
  component: lazyPage(() => import('./merge/MergePage.tsx'), 'MergePage'),
})

const routes = [list, one, create, edit, duplicates, merge]

/** People: list, record, forms, merging. */
export const subjects: Section<typeof routes> = {
  routes,
  menu: [{ page: list, group: 'Registro', label: 'Anagrafica', icon: Group, key: 'a' }],
  search: {
    kind: 'soggetti',
    filter: 'by_subjects',
    order: 20,
    label: 'Soggetti',
    icon: Group,
    title: ({ subject_nominative }) => [subject_nominative],
    detail: ({ units, fiscal_code }) => [unitsWords(units), fiscal_code],
    open: ({ subject_id }) => paths.subject(subject_id as number),
    list: (q) => paths.subjects({ q }),
  },
  tabs: [
    {
      record: 'subject',
      id: 'dati',
      label: 'Situazione',
      order: 10,
      Tab: lazyTab(() => import('./DataTab.tsx'), 'DataTab'),
    },
    {
      record: 'subject',
      id: 'note',
      label: 'Note e telefonate',
      order: 15,
      Tab: lazyTab(() => import('./notes/NotesTab.tsx'), 'NotesTab'),
    },
    {
      record: 'subject',
      id: 'unita',
      label: 'Unità',
      order: 20,
      Tab: lazyTab(() => import('./UnitsTab.tsx'), 'UnitsTab'),
    },
    {
      record: 'subject',
      id: 'estratto',
      label: 'Estratto conto',
      order: 50,
      Tab: lazyTab(() => import('./StatementTab.tsx'), 'StatementTab'),
    },
    {
      record: 'subject',
      id: 'attestazioni',
      label: 'Attestazioni',
      order: 60,
      Tab: lazyTab(() => import('./CertificatesTab.tsx'), 'CertificatesTab'),
    },
  ],
  movedRows: {
    delegations: { one: 'delega a pagare', many: 'deleghe a pagare' },
    certificates: { one: 'attestazione', many: 'attestazioni' },
    notes: { one: 'nota o telefonata', many: 'note e telefonate' },
    subject_consents: { one: 'consenso', many: 'consensi' },
  },
}
