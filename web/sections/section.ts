import type { AnyRoute } from '@tanstack/react-router'
import { createContext } from 'react'
import type { Reply } from '../api.ts'
import type { Address } from '../paths.ts'
import type { RecordTab } from '../records/record-tab.ts'
import type { ChipWord } from '../ui/data/Chip.tsx'
import type { IconShape } from '../ui/icons/Icon.tsx'

/**
 * All that a section adds to the shell. Declared in `features/<section>/feature.ts`, which is part of the first load;
 * pages and tabs are lazy-loaded.
 */
export type Section<Routes extends readonly AnyRoute[] = readonly AnyRoute[]> = {
  /** Its pages; each route declares whom it admits and which permission it needs (`page` in routes/frames.ts). */
  routes: Routes
  menu?: readonly MenuLink[]
  search?: SearchKind
  tabs?: readonly RecordTab[]
  /** Words for the rows that a merge of two people moves, by table name; one entry for each table with a key to people. */
  movedRows?: Readonly<Record<string, CountWords>>
}

export type CountWords = { one: string; many: string }

export type MenuLink = {
  /** The page that the link opens, one of the section's routes; users who may open it see the link. */
  page: AnyRoute
  /** `user`: in the user menu. */
  group: MenuGroup | 'user'
  label: string
  icon: IconShape
  /** The key that opens it after `g`. */
  key?: string
  chip?: ChipWord
  /** Shows the number of records; of transfers those to be matched. */
  count?: 'bills' | 'accounts' | 'transfers' | 'document-checks'
  /** Only where mails can be read in the product. */
  onlyWithOutbox?: true
  /** Hidden in the consumer build. */
  hiddenInB2c?: true
}
/** The groups of the sidebar, in order; the first has no name. */
export const menuGroups = [
  '',
  'Incassi',
  'Contabilità',
  'Registro',
  'Documenti',
  'Studio',
  'Gestione',
] as const
export type MenuGroup = (typeof menuGroups)[number]

export type SearchResult = Reply<'POST /v1/research/find'>[number]
/** A kind of record that the search finds. */
export type SearchKind = {
  kind: SearchResult['data_from']
  /** The request field that switches it on and off. */
  filter: 'by_accounts' | 'by_subjects' | 'by_bills' | 'by_transactions'
  /** Kinds are in ascending order of this number. */
  order: number
  label: string
  icon: IconShape
  /** Title and detail of a result; null parts are left out. */
  title: (result: SearchResult) => (string | null)[]
  detail: (result: SearchResult) => (string | null)[]
  /** Opens a result; lists all records that match the text. */
  open: (result: SearchResult) => Address
  list: (text: string) => Address
}

/** All sections, provided by main.tsx, so that record tabs and search need not import them. */
export const SectionsContext = createContext<readonly Section[]>([])
