import type { AnyRoute } from '@tanstack/react-router'
import { createContext } from 'react'
import type { Reply } from '../api.ts'
import type { Address } from '../paths.ts'
import type { RecordTab } from '../records/record-tab.ts'
import type { ChipWord } from '../ui/data/Chip.tsx'
import type { IconShape } from '../ui/icons/Icon.tsx'

/**
 * All that a section adds to the shell. It stands in `features/<section>/feature.ts`, which loads with the shell: pages
 * and tabs are lazy-loaded from there.
 */
export type Section<Routes extends readonly AnyRoute[] = readonly AnyRoute[]> = {
  /** Its pages; each route declares whom it admits and what permission it needs (`page` in routes/frames.ts). */
  routes: Routes
  menu?: readonly MenuLink[]
  search?: SearchKind
  tabs?: readonly RecordTab[]
}

export type MenuLink = {
  /** The page it leads to, one of the section's routes; whoever may open it sees the link. */
  page: AnyRoute
  /** `user`: the menu that the initials open. */
  group: MenuGroup | 'user'
  label: string
  icon: IconShape
  /** Pressed after `g` it goes there. */
  key?: string
  chip?: ChipWord
  /** Shows how many records there are. */
  count?: 'bills' | 'accounts'
  /** Not in the consumer build, whoever signs in there. */
  hiddenInB2c?: true
}
/** The groups of the sidebar, in their order; the first has no name. */
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
  /** The field of the request that switches it on and off. */
  filter: 'by_accounts' | 'by_subjects' | 'by_bills' | 'by_transactions'
  /** Kinds stand in ascending order of this number. */
  order: number
  label: string
  icon: IconShape
  /** What is shown of one, and below it; what is null is left out. */
  title: (result: SearchResult) => (string | null)[]
  detail: (result: SearchResult) => (string | null)[]
  /** Where one is open, and the list of all in which the text is found. */
  open: (result: SearchResult) => Address
  list: (text: string) => Address
}

/** All sections, given by main.tsx: who puts them together (a record's tabs, the search) imports none of them. */
export const SectionsContext = createContext<readonly Section[]>([])
