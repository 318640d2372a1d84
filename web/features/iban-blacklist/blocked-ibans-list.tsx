import { formatDateTime } from '@saldo/domain/dates'
import type { Reply } from '../../api.ts'
import { listSource } from '../../session/list-source.ts'
import { MaskedIban } from '../../ui/data/MaskedIban.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'

export type BlockedIban = Reply<'GET /v1/iban-blacklist'>['items'][number]

/** The name of the user who blocked it; null for IBANs that came with the product, or if the user was deleted. */
export const blockedBy = ({ created_by_name }: BlockedIban) => created_by_name ?? 'Sistema'

export const blockedIbansList: ListDefinition<BlockedIban> = {
  source: listSource('iban-blacklist'),
  words: { one: 'IBAN bloccato', many: 'IBAN bloccati', feminine: false },
  columns: [
    {
      id: 'iban',
      header: 'IBAN',
      width: 190,
      fixed: true,
      cell: ({ iban }) => <MaskedIban iban={iban} />,
    },
    {
      id: 'reason',
      header: 'Motivo',
      width: 260,
      grow: 3,
      cell: ({ reason }) => <Clipped>{reason}</Clipped>,
    },
    { id: 'created_by_name', header: 'Bloccato da', width: 150, grow: 1, yields: true, cell: blockedBy },
    {
      id: 'created_at',
      header: 'Bloccato il',
      width: 140,
      sort: true,
      cell: ({ created_at }) => formatDateTime(created_at),
    },
  ],
  filters: [],
  defaultSort: '-created_at',
  rowId: ({ blocked_iban_id }) => String(blocked_iban_id),
  rowName: ({ iban, reason }) => `${iban}, ${reason}`,
  card: ({ iban, reason }) => ({ title: <MaskedIban iban={iban} />, subtitle: reason }),
  searches: 'Pezzi di IBAN, motivo',
}
