import * as contract from '@saldo/contract/registry/notes'
import type { z } from 'zod'
import { type Listing, summaryOf } from '../../../db/listing.ts'
import { containingWords, matchesAllWords } from '../../../db/search.ts'
import { serve, serveList } from '../../../http/serve.ts'

type Filters = z.output<typeof contract.summariseNotes.query>

/** Notes and calls for list, summary and export, the latest first. */
export const notesList: Listing<Filters> = {
  select: (tx) => tx`
    n.note_id, n.customer_id, n.subject_id, s.nominative as subject_nominative, n.kind, n.happened_at, n.text,
    n.call_back_on, n.called_back_at, n.called_back_by, n.author,
    not is_subuser() or n.created_by is not distinct from actor_user_id() as may_change,
    n.created_at, n.updated_at`,
  from: (tx) => tx`
    notes n
    join subjects s on s.customer_id = n.customer_id and s.subject_id = n.subject_id`,
  id: (tx) => tx`n.note_id`,
  id_name: 'note_id',
  filters: {
    q: (tx, text) => matchesAllWords(tx, tx`n.folded`, containingWords(text)),
    ids: (tx, ids) => tx`n.note_id = any(${ids})`,
    subject_id: (tx, id) => tx`n.subject_id = ${id}`,
    kind: (tx, kind) => tx`n.kind = ${kind}`,
    call_back: (tx, which) =>
      which === 'due'
        ? tx`(n.call_back_on <= today() and n.called_back_at is null)`
        : tx`(n.call_back_on is not null and n.called_back_at is null)`,
  },
  sorts: {
    happened_at: { sql: (tx) => tx`n.happened_at`, type: 'timestamptz' },
  },
  default_sort: '-happened_at',
}

export const listNotes = serveList(contract.listNotes, notesList)

export const summariseNotes = serve(contract.summariseNotes, async ({ tx, query }) => {
  const sums = await summaryOf(tx, notesList, query, (of) => of`count(*) as count`)
  return sums as z.input<typeof contract.summariseNotes.reply>
})
