import { formatDateTime } from '@saldo/domain/dates'
import { flowFormatLabel, flowKindLabels } from '@saldo/domain/payments/flow'
import { formatCountOf } from '../../ui/grid/list.ts'
import type { Flow } from './flow-query.ts'

/** `Estratto conto`; a loaded file that was not recognised is just a file. */
export const flowKindInWords = ({ kind, state }: Pick<Flow, 'kind' | 'state'>): string =>
  kind ? flowKindLabels[kind] : state === 'reading' ? 'Da riconoscere' : 'Non riconosciuto'

/** `Estratto conto, camt.053.001.08` */
export const flowTypeInWords = (flow: Pick<Flow, 'kind' | 'state' | 'format'>): string =>
  flow.format ? `${flowKindInWords(flow)}, ${flowFormatLabel(flow.format)}` : flowKindInWords(flow)

/** What the rows of a file are called, by its kind. */
const rowsOf: Record<NonNullable<Flow['kind']>, { one: string; many: string }> = {
  statement: { one: 'movimento', many: 'movimenti' },
  debit_order: { one: 'addebito', many: 'addebiti' },
  debit_outcome: { one: 'esito', many: 'esiti' },
  notice_order: { one: 'avviso', many: 'avvisi' },
  notice_outcome: { one: 'esito', many: 'esiti' },
  transfer_outcome: { one: 'esito', many: 'esiti' },
  transfer_order: { one: 'bonifico', many: 'bonifici' },
  receipts_export: { one: 'riga', many: 'righe' },
}

/** `12 movimenti` */
export const flowCountInWords = ({ kind, count }: Pick<Flow, 'kind' | 'count'>): string =>
  formatCountOf(count, kind ? rowsOf[kind] : { one: 'riga', many: 'righe' })

/** `Riga 12: la somma non torna.`; the line only where it is known. */
export const refusalInWords = ({ refusal, refusal_line }: Pick<Flow, 'refusal' | 'refusal_line'>): string =>
  `${refusal_line === null ? '' : `Riga ${refusal_line}: `}${refusal ?? 'Non siamo riusciti a leggerlo.'}`

/** `Caricato da Marta Bianchi il 21/09/2026 alle 10:42` */
export const whoAndWhen = ({
  direction,
  actor,
  created_at,
}: Pick<Flow, 'direction' | 'actor' | 'created_at'>) =>
  `${direction === 'in' ? 'Caricato' : 'Creato'} da ${actor}, ${formatDateTime(created_at)}`
