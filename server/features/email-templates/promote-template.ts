import * as contract from '@saldo/contract/settings/email-templates'
import type { Tx } from '../../db/connection.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import type { TemplateSource } from '../../mail/templates/compile-template.ts'
import type { Services } from '../../services.ts'
import type { CatalogueEntry } from './catalogue/catalogue.ts'
import {
  builtIn,
  checksumOf,
  type Design,
  findEntry,
  lockDesign,
  noProject,
  templateDetail,
} from './find-template.ts'
import { requireSendable } from './keep-design.ts'
import { tellOfLive } from './tell-of-live.ts'

/** Design to sandbox: a version is made of the design that was seen, unless the sandbox has the same bytes already. */
export const updateSandbox = serve(
  contract.updateEmailSandbox,
  async ({ services, tx, actor, body: { id, revision, note } }) => {
    const entry = findEntry(id)
    const design = await lockDesign(services, tx, entry, revision)
    await requireSendable(services, design, entry)
    const { sandbox } = await stagesOf(tx, id)
    if (sandbox?.checksum !== checksumOf(design)) {
      const version_id = await insertVersion(tx, id, design, actor.user_id, note ?? null)
      await promote(services, tx, entry, version_id, ['sandbox'], actor.user_id)
    }
    return templateDetail(services, tx, entry)
  },
)

/** Sandbox to live, if the sandbox still has the version that was seen. */
export const updateLive = serve(
  contract.updateEmailLive,
  async ({ services, tx, actor, body: { id, number } }) => {
    const entry = findEntry(id)
    await lockDesign(services, tx, entry)
    const { sandbox, live } = await stagesOf(tx, id)
    if (!sandbox || sandbox.number !== number)
      throw conflict(
        'sandbox_changed',
        'In prova adesso c’è un’altra versione: guardala prima di metterla in uso.',
      )
    if (live?.version_id !== sandbox.version_id) {
      await requireSendable(services, await readVersion(tx, sandbox.version_id), entry)
      await promote(services, tx, entry, sandbox.version_id, ['live'], actor.user_id)
    }
    return templateDetail(services, tx, entry)
  },
)

/** An old version to both, so that what is tried is what is sent; 0: the built-in template, as a version of its own. */
export const rollback = serve(
  contract.rollbackEmailTemplate,
  async ({ services, tx, actor, body: { id, number, live_number } }) => {
    const entry = findEntry(id)
    await lockDesign(services, tx, entry)
    const { live } = await stagesOf(tx, id)
    if (!live || live.number !== live_number)
      throw conflict('live_changed', 'In uso adesso c’è un’altra versione: ricarica la pagina.')
    if (number === 0) {
      const design = { ...(await builtIn(services, entry)), ...noProject, revision: 0 }
      if (live.checksum === checksumOf(design)) return templateDetail(services, tx, entry)
      const version_id = await insertVersion(tx, id, design, actor.user_id, 'Modello di base')
      await promote(services, tx, entry, version_id, ['sandbox', 'live'], actor.user_id)
      return templateDetail(services, tx, entry)
    }
    const [version] = await tx<{ version_id: number; was_live: boolean }[]>`
      select v.version_id, exists (select from email_template_promotions p
        where p.template_id = v.template_id and p.version_id = v.version_id and p.stage = 'live') as was_live
      from email_template_versions v where v.template_id = ${id} and v.number = ${number}`
    if (!version) throw notFound('La versione')
    if (!version.was_live)
      throw conflict('never_live', 'Questa versione non è mai stata in uso: mettila prima in prova.')
    await requireSendable(services, await readVersion(tx, version.version_id), entry)
    await promote(services, tx, entry, version.version_id, ['sandbox', 'live'], actor.user_id)
    return templateDetail(services, tx, entry)
  },
)

type Staged = { version_id: number; number: number; checksum: string }

async function stagesOf(tx: Tx, id: number): Promise<{ sandbox?: Staged; live?: Staged }> {
  const rows = await tx<(Staged & { stage: 'sandbox' | 'live' })[]>`
    select s.stage, v.version_id, v.number, v.checksum from email_templates t
    cross join lateral (values ('sandbox', t.sandbox_version_id), ('live', t.live_version_id)) s (stage, version_id)
    join email_template_versions v on v.version_id = s.version_id
    where t.template_id = ${id}`
  return Object.fromEntries(rows.map(({ stage, ...staged }) => [stage, staged]))
}

async function readVersion(tx: Tx, version_id: number): Promise<TemplateSource> {
  const [version] = await tx<TemplateSource[]>`
    select kind, subject, source, plain from email_template_versions where version_id = ${version_id}`
  return version as TemplateSource
}

/** The row of the template is locked, so numbers follow each other. */
async function insertVersion(
  tx: Tx,
  template_id: number,
  { kind, subject, source, plain, project }: Design,
  created_by: number | null,
  note: string | null,
): Promise<number> {
  const checksum = checksumOf({ kind, subject, source, plain })
  const [row] = await tx<{ version_id: number }[]>`
    insert into email_template_versions (template_id, number, kind, subject, source, plain, project, checksum, note, created_by)
    select ${template_id}, coalesce(max(number), 0) + 1, ${kind}, ${subject}, ${source}, ${plain},
      ${project === null ? null : JSON.stringify(project)}::jsonb, ${checksum}, ${note}, ${created_by}
    from email_template_versions where template_id = ${template_id}
    returning version_id`
  return row?.version_id as number
}

/** What goes live is told to the back office. */
async function promote(
  services: Services,
  tx: Tx,
  entry: CatalogueEntry,
  version_id: number,
  stages: ('sandbox' | 'live')[],
  promoted_by: number | null,
): Promise<void> {
  if (stages.includes('live')) await tellOfLive(services, tx, entry, version_id)
  const template_id = entry.id
  for (const stage of stages) {
    await tx`insert into email_template_promotions ${tx({ template_id, version_id, stage, promoted_by })}`
    await tx`
      update email_templates set ${tx({ [`${stage}_version_id`]: version_id })},
        ${tx(`${stage}_number`)} = (select v.number from email_template_versions v where v.version_id = ${version_id})
      where template_id = ${template_id}`
  }
}
