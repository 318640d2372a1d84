import { createHash } from 'node:crypto'
import type * as contract from '@saldo/contract/settings/email-templates'
import type { Tx } from '../../db/connection.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { builtInSource } from '../../mail/render-email.ts'
import { cleanHtml } from '../../mail/templates/clean-html.ts'
import type { TemplateSource } from '../../mail/templates/compile-template.ts'
import type { Services } from '../../services.ts'
import { type CatalogueEntry, entryOf } from './catalogue/catalogue.ts'
import { rowsById } from './templates-list.ts'

/** The template of this number. 404 when no mail has it. */
export function findEntry(id: number): CatalogueEntry {
  const entry = entryOf(id)
  if (!entry) throw notFound('Il modello')
  return entry
}

/** What a mail says that nobody changed, as a template that can be changed. */
export async function builtIn({ mails }: Services, { template }: CatalogueEntry) {
  const { subject, mjml, plain } = await builtInSource(mails[template])
  return { kind: 'mjml' as const, subject, source: mjml, plain }
}

export const noProject = { project: null }
export type Design = TemplateSource & { project: unknown; revision: number }

/** The design of a template; of one that nobody changed: the built-in one. */
export async function findDesign(services: Services, tx: Tx, entry: CatalogueEntry): Promise<Design> {
  const [row] = await tx<Design[]>`
    select kind, subject, source, plain, project, revision from email_templates where template_id = ${entry.id}`
  return row ?? { ...(await builtIn(services, entry)), ...noProject, revision: 0 }
}

/**
 * The design, locked until the transaction ends, if it is the one that was seen; its row is made if there is none. 409 when
 * somebody changed it meanwhile.
 */
export async function lockDesign(
  services: Services,
  tx: Tx,
  entry: CatalogueEntry,
  revision?: number,
): Promise<Design> {
  const first = await builtIn(services, entry)
  await tx`
    insert into email_templates ${tx({ template_id: entry.id, template: entry.template, ...first, revision: 0 })}
    on conflict do nothing`
  const [row] = await tx<Design[]>`
    select kind, subject, source, plain, project, revision from email_templates where template_id = ${entry.id} for update`
  if (!row) throw notFound('Il modello')
  if (revision !== undefined && row.revision !== revision)
    throw conflict(
      'template_changed',
      'Qualcuno ha cambiato il modello nel frattempo: ricarica la pagina e guarda che cosa è cambiato.',
    )
  return row
}

/** The template as the back office sees it. */
export async function templateDetail(
  services: Services,
  tx: Tx,
  entry: CatalogueEntry,
): Promise<contract.EmailTemplate> {
  const [row] = await rowsById(tx, entry.id)
  const [sums] = await tx<{ sandbox_checksum: string | null; live_checksum: string | null }[]>`
    select s.checksum as sandbox_checksum, l.checksum as live_checksum from email_templates t
    left join email_template_versions s on s.version_id = t.sandbox_version_id
    left join email_template_versions l on l.version_id = t.live_version_id
    where t.template_id = ${entry.id}`
  const design = await findDesign(services, tx, entry)
  const { kind: _kind, ...own } = await builtIn(services, entry)
  return {
    ...(row as contract.EmailTemplateRow),
    ...design,
    ...(sums ?? { sandbox_checksum: null, live_checksum: null }),
    removed: design.kind === 'html' ? cleanHtml(design.source).removed : [],
    built_in: own,
  }
}

/** SHA-256 of what a version is made of, as a JSON array: subject, source and text keep their bytes, and their borders. */
export const checksumOf = ({ kind, subject, source, plain }: TemplateSource): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, subject, source, plain]))
    .digest('hex')
