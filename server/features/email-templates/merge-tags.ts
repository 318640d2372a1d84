import * as contract from '@saldo/contract/settings/email-templates'
import { serve } from '../../http/serve.ts'
import type { MergeTag } from '../../mail/templates/placeholders.ts'
import { entries } from './catalogue/catalogue.ts'
import { findEntry } from './find-template.ts'

export const listMergeTags = serve(contract.listMergeTags, async ({ query: { id } }) =>
  (id === undefined ? entries : [findEntry(id)]).map((entry) => ({
    template_id: entry.id,
    template: entry.template,
    tags: Object.entries(entry.tags).map(([name, tag]) => ({
      ...shown(name, tag),
      of: tag.kind === 'list' ? Object.entries(tag.of).map(([inner, of]) => shown(inner, of)) : [],
    })),
  })),
)

const shown = (name: string, tag: MergeTag) => ({
  ...{ name, label: tag.label, kind: tag.kind },
  example: 'example' in tag ? tag.example : null,
})
