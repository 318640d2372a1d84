import * as contract from '@saldo/contract/settings/email-templates'
import { diffLines } from 'diff'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import type { TemplateSource } from '../../mail/templates/compile-template.ts'
import type { Services } from '../../services.ts'
import type { CatalogueEntry } from './catalogue/catalogue.ts'
import { builtIn, findDesign, findEntry } from './find-template.ts'

export const listVersions = serve(contract.listEmailVersions, async ({ tx, params: { id } }) => {
  findEntry(id)
  return tx<contract.EmailTemplateVersion[]>`
    select v.number, v.kind, v.subject, v.checksum, v.note, u.nominative as created_by_name, v.created_at,
      (select max(p.promoted_at) from email_template_promotions p
        where p.template_id = v.template_id and p.version_id = v.version_id and p.stage = 'live') as live_at
    from email_template_versions v left join users u on u.user_id = v.created_by
    where v.template_id = ${id} order by v.number desc limit 200`
})

export const compareVersions = serve(
  contract.compareEmailVersions,
  async ({ services, tx, params: { id }, query: { from, to } }) => {
    const entry = findEntry(id)
    const [before, after] = [
      await findNumbered(services, tx, entry, from),
      await findNumbered(services, tx, entry, to),
    ]
    const parts = (['subject', 'source', 'plain'] as const).flatMap((field) => {
      const lines = linesOf(before[field] ?? '', after[field] ?? '')
      return lines.length > 0 ? [{ field, lines }] : []
    })
    return { parts }
  },
)

async function findNumbered(
  services: Services,
  tx: Tx,
  entry: CatalogueEntry,
  number: number | undefined,
): Promise<TemplateSource> {
  if (number === undefined) return findDesign(services, tx, entry)
  if (number === 0) return builtIn(services, entry)
  const [version] = await tx<TemplateSource[]>`
    select kind, subject, source, plain from email_template_versions
    where template_id = ${entry.id} and number = ${number}`
  if (!version) throw notFound('La versione')
  return version
}

type Line = { change: 'same' | 'added' | 'removed' | 'skipped'; text: string }
/** How many lines around a change are shown. */
const around = 3

/** The lines that differ, with those around them; none when the texts are equal. */
function linesOf(before: string, after: string): Line[] {
  if (before === after) return []
  const all = diffLines(before, after).flatMap(({ value, added, removed }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((text): Line => ({ change: added ? 'added' : removed ? 'removed' : 'same', text })),
  )
  const near = (at: number) =>
    all.slice(Math.max(0, at - around), at + around + 1).some(({ change }) => change !== 'same')
  return all.flatMap((line, at) => {
    if (near(at)) return [line]
    return at === 0 || near(at - 1) ? [{ change: 'skipped' as const, text: '' }] : []
  })
}
