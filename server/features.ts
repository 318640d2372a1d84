import type { FileKind } from '@saldo/domain/files/file-kind'
import type { Feature, StoredFiles } from './feature.ts'
import { floors } from './floors.ts'
import { http } from './http/feature.ts'
import { identity } from './identity/feature.ts'
import { jobs as jobTables } from './jobs/feature.ts'
import type { JobDefinition, JobName } from './jobs/jobs.ts'
import { ledger } from './ledger/feature.ts'
import { links } from './links/feature.ts'
import type { MakeAttachments } from './mail/attachments.ts'
import type { EmailTemplate } from './mail/emails.ts'
import { mail } from './mail/feature.ts'
import type { ProviderEvents } from './provider/provider-events.ts'
import { timeline } from './timeline/feature.ts'

/** The tables, jobs and mails of the folders below the sections. */
export const groundFeatures = { http, jobs: jobTables, links, ledger, timeline, mail, identity }

/** All sections by folder name, from the lowest floor to the highest. */
export const sections = {
  ...floors.registry,
  ...floors.asking,
  ...floors.paying,
  ...floors.watching,
  ...floors.doors,
}

/** All features, from the lowest floor to the highest. */
const inOrder: readonly Feature[] = [
  ...Object.values<Feature>(groundFeatures),
  ...Object.values<Feature>(sections),
]

export const routes = inOrder.flatMap((each) => each.routes ?? [])
export const listeners = inOrder.flatMap((each) => each.on ?? [])
export const jobs = merged((each) => each.jobs) as { [N in JobName]: JobDefinition<N> }
export const mails = merged((each) => each.mails) as Record<EmailTemplate, URL>
export const personal_mails = merged((each) => each.personal_mails) as { [T in EmailTemplate]?: number }
export const mail_attachments = merged((each) => each.mail_attachments) as {
  [T in EmailTemplate]?: MakeAttachments
}
export const stored_kinds = merged((each) => each.files) as Record<FileKind, StoredFiles>
export const provider_events = merged((each) => each.provider_events) as ProviderEvents

/** A job, a mail or a kind of file that has a type but is declared by no `feature.ts` is a type error: the error names it. */
export type UndeclaredJobs = Nothing<Exclude<JobName, DeclaredKeys<'jobs'>>>
export type UndeclaredMails = Nothing<Exclude<EmailTemplate, DeclaredKeys<'mails'>>>
export type UndeclaredFiles = Nothing<Exclude<FileKind, DeclaredKeys<'files'>>>

type Nothing<Missing extends never> = Missing
type All = (typeof sections)[keyof typeof sections] | (typeof groundFeatures)[keyof typeof groundFeatures]
type DeclaredKeys<Part extends 'jobs' | 'mails' | 'files'> = All extends infer Each
  ? Each extends { [P in Part]: infer Declared }
    ? keyof Declared
    : never
  : never

/** Merges one part of all sections into one registry. Throws when two have the same name. */
function merged(partOf: (each: Feature) => object | undefined): Record<string, unknown> {
  const all: Record<string, unknown> = {}
  for (const [name, value] of inOrder.flatMap((each) => Object.entries(partOf(each) ?? {}))) {
    if (name in all) throw new Error(`declared twice: ${name}`)
    all[name] = value
  }
  return all
}
