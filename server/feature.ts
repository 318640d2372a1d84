import type { FileKind } from '@saldo/domain/files/file-kind'
import type { Section } from '@saldo/domain/section'
import type { Tx } from './db/connection.ts'
import type { Listeners } from './events.ts'
import type { Route } from './http/serve.ts'
import type { JobDefinition, JobName } from './jobs/jobs.ts'
import type { MakeAttachments } from './mail/attachments.ts'
import type { EmailTemplate } from './mail/emails.ts'
import type { ProviderEvents } from './provider/provider-events.ts'

/**
 * The users of an office who may read a table: sub-users with a permission of one of these sections; `office`: every user of the office,
 * without a permission; `oneself`: only the user to whom a row belongs; `everybody`; `by_line`: each row names its
 * section; `nobody`: only the back office and the system. Name more sections than the table's own only for a reason:
 * names are on every screen, amounts in all sections that show money. `sub-users.test.ts` compares this with the
 * policies.
 */
export type Readers = readonly Section[] | 'office' | 'oneself' | 'everybody' | 'by_line' | 'nobody'

/**
 * Files of one kind that a section stores. A trigger registers each in `stored_files` when a row names it (`keep_files` in
 * the migration of its table); `everything-stored.test.ts` compares the two, and both with what the code writes.
 */
export type StoredFiles = {
  /** Its folder of the store: `flows` of `flows/<uuid>`. */
  folder: string
  /** The table whose rows name the files, and their column. */
  table: string
  column: string
  /** Why the file of this record must stay, as an Italian sentence; null: it may be deleted. Locks the record. */
  why_kept: (tx: Tx, record_id: number) => Promise<string | null>
}

/**
 * Everything that a section adds to the server, declared in its `feature.ts`. It declares the types of its jobs, mails
 * and events there too (`declare module`).
 */
export type Feature = {
  /** The tables that only this section writes, with who may read each. Others read them by its queries, or call its acts. */
  tables?: Readonly<Record<string, Readers>>
  /** Endpoints of the contract with the acts that answer them. */
  routes?: readonly Route[]
  jobs?: { [N in JobName]?: JobDefinition<N> }
  mails?: { [T in EmailTemplate]?: URL }
  /**
   * Those of its mails that carry a link or a code by which one signs in or proves something, with its lifetime in hours.
   * Their bodies are kept only until they were sent, or have lapsed.
   */
  personal_mails?: { [T in EmailTemplate]?: number }
  /** Makes the attachments of some mails when they are sent, because stored mails hold no files. */
  mail_attachments?: { [T in EmailTemplate]?: MakeAttachments }
  /** What it stores, by kind. */
  files?: { [K in FileKind]?: StoredFiles }
  /** Its reactions to events of earlier sections, in the transaction that emits them. */
  on?: Listeners
  /** The functions that apply the provider's events, by the beginning of their type. */
  provider_events?: ProviderEvents
}

/** Keeps the exact type of the declaration, so that features.ts can find what is missing. */
export const feature = <const F extends Feature>(declared: F): F => declared
