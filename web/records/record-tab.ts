import type { ComponentType, ReactNode } from 'react'
import type { Reply } from '../api.ts'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import type { Account } from './account-query.ts'
import type { Subject } from './subject-query.ts'

/** The records whose pages have tabs. */
type Records = {
  account: Account
  subject: Subject
  agent: Reply<'GET /v1/agents/{id}'>
  customer: Reply<'GET /v1/customers/{id}'>
}
export type RecordKind = keyof Records

/** Props of a tab: for an account `{ account }`. */
export type RecordTabProps<K extends RecordKind> = { [kind in K]: Records[kind] }
export type AccountTabProps = RecordTabProps<'account'>
export type SubjectTabProps = RecordTabProps<'subject'>
export type AgentTabProps = RecordTabProps<'agent'>
export type CustomerTabProps = RecordTabProps<'customer'>

type TabOf<K extends RecordKind> = {
  /** The kind of record whose page it is on. */
  record: K
  /** Its name in the address, `/condomini/7?tab=banca`; the first tab needs none. */
  id: string
  label: string
  /** Tabs are in ascending order of this number. */
  order: number
  /** Lazy-loaded when the tab is opened. */
  Tab: ComponentType<RecordTabProps<K>>
}
/** A tab that a section adds to the page of a record. */
export type RecordTab = { [kind in RecordKind]: TabOf<kind> }[RecordKind]

/** The tabs of one kind of record, in order. */
export const tabsOf = <K extends RecordKind>(kind: K, all: readonly RecordTab[]) =>
  all.filter((tab) => tab.record === kind).sort((a, b) => a.order - b.order) as unknown as TabOf<K>[]

/** A lazy-loaded tab component, by its export name. */
export const lazyTab = <Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] extends (props: infer Props) => ReactNode ? ComponentType<Props> : never =>
  lazyWithRetry(() => load().then((module) => ({ default: module[name] as ComponentType }))) as never
