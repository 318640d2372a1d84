import * as contract from '@saldo/contract/settings/email-templates'
import { formatDateTime } from '@saldo/domain/dates'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { type Listing, summaryOf } from '../../db/listing.ts'
import { containingWords, matchesAllWords } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serve, serveAcross, serveList } from '../../http/serve.ts'
import { entries } from './catalogue/catalogue.ts'

type Filters = z.output<typeof contract.summariseEmailTemplates.query>

/** The catalogue as rows, with what was changed of it. */
const templates: Listing<Filters> = {
  select: (tx) => tx`
    c.template_id, c.template, ${nameOf(tx)} as name, coalesce(t.description, c.description) as description, c.area,
    coalesce(t.kind, 'mjml') as kind, ${isDraft(tx)} as draft, s.number as sandbox_number, l.number as live_number,
    case when t.revision > 0 then t.changed_at end as changed_at, u.nominative as changed_by_name`,
  from: (tx) => tx`
    unnest(${entries.map(({ id }) => id)}::int[], ${entries.map(({ template }) => template)}::text[],
      ${entries.map(({ name }) => name)}::text[], ${entries.map(({ description }) => description)}::text[],
      ${entries.map(({ area }) => area)}::text[]) c (template_id, template, name, description, area)
    left join email_templates t on t.template_id = c.template_id
    left join email_template_versions s on s.version_id = t.sandbox_version_id
    left join email_template_versions l on l.version_id = t.live_version_id
    left join users u on u.user_id = t.changed_by`,
  id: (tx) => tx`c.template_id`,
  id_name: 'template_id',
  filters: {
    q: (tx, text) =>
      matchesAllWords(
        tx,
        tx`fold(${nameOf(tx)} || ' ' || coalesce(t.description, c.description) || ' ' || c.template)`,
        containingWords(text),
      ),
    ids: (tx, ids) => tx`c.template_id = any(${ids}::int[])`,
    area: (tx, areas) => tx`c.area = any(${areas})`,
    state: (tx, states) => tx`(
      ('built_in' = any(${states}) and t.live_version_id is null) or ('live' = any(${states}) and t.live_version_id is not null)
      or ('sandbox' = any(${states}) and t.sandbox_version_id is distinct from t.live_version_id)
      or ('draft' = any(${states}) and ${isDraft(tx)}))`,
  },
  sorts: {
    name: { sql: (tx) => tx`fold(${nameOf(tx)})`, type: 'text' },
    changed_at: { sql: (tx) => tx`coalesce(t.changed_at, '1970-01-01')`, type: 'timestamptz' },
  },
  default_sort: 'name',
}

const nameOf = (tx: Tx) => tx`coalesce(t.name, c.name)`
/** A design is a draft while it is not what the sandbox has; without a version, once it was changed. */
const isDraft = (tx: Tx) => tx`
  (t.template_id is not null and case when s.version_id is null then t.revision > 0
    else (t.kind, t.subject, t.source, t.plain) is distinct from (s.kind, s.subject, s.source, s.plain) end)`

/** The row of one template. */
export const rowsById = (tx: Tx, id: number) =>
  tx<contract.EmailTemplateRow[]>`
    select ${templates.select(tx)} from ${templates.from(tx)} where c.template_id = ${id}`

const list = serveList(contract.listEmailTemplates, templates)

const summarise = serve(contract.summariseEmailTemplates, async ({ tx, query }) => {
  const { count } = await summaryOf(tx, templates, query, (of) => of`count(*) as count`)
  return { count }
})

const areaNames = { access: 'Accessi', bills: 'Bollette', payments: 'Pagamenti', office: 'Studio' }
const version = (number: unknown) => (number === null ? '' : `versione ${number}`)
const columns: Record<string, ListColumn> = {
  name: { header: 'Modello', kind: 'text' },
  area: { header: 'Tipo', kind: 'text', value: ({ area }) => areaNames[area as keyof typeof areaNames] },
  kind: { header: 'Formato', kind: 'text', value: ({ kind }) => (kind === 'mjml' ? 'MJML' : 'HTML') },
  live_number: {
    ...{ header: 'In uso', kind: 'text' },
    value: ({ live_number }) => (live_number === null ? 'di base' : version(live_number)),
  },
  sandbox_number: {
    header: 'In prova',
    kind: 'text',
    value: ({ sandbox_number }) => version(sandbox_number),
  },
  draft: { header: 'Bozza', kind: 'text', value: ({ draft }) => (draft ? 'da provare' : '') },
  changed_at: {
    ...{ header: 'Ultima modifica', kind: 'text' },
    value: ({ changed_at }) => (changed_at ? formatDateTime(changed_at) : ''),
  },
  changed_by_name: { header: 'Modificato da', kind: 'text' },
}
const exportList = serveAcross(contract.exportEmailTemplates, ({ as, services, query }) =>
  exportReply({ as, services, listing: templates, query, columns, name: 'modelli-di-email' }),
)

export const templateListRoutes = [list, summarise, exportList]
