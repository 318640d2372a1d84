import { formatDate, formatDateTime } from '@saldo/domain/dates'
import type { ListColumn } from '../../exports/export-reply.ts'

/** `1250` → `12,5` */
const percent = (bps: number) => String(bps / 100).replace('.', ',')

/** The columns of exported agents. */
export const agentColumns: Record<string, ListColumn> = {
  name: { header: 'Nome', kind: 'text' },
  status: {
    header: 'Stato',
    kind: 'text',
    value: ({ ended_on }) => (ended_on === null ? 'Attivo' : `Cessato il ${formatDate(ended_on)}`),
  },
  fiscal_code: { header: 'Codice fiscale', kind: 'text' },
  vat_number: { header: 'Partita IVA', kind: 'text' },
  email: { header: 'E-mail', kind: 'text' },
  phone: { header: 'Telefono', kind: 'text' },
  commission_bps: {
    header: 'Provvigione %',
    kind: 'text',
    value: ({ commission_bps }) => percent(commission_bps),
  },
  customers_count: { header: 'Clienti', kind: 'number' },
  to_pay_cents: { header: 'Da pagare', kind: 'amount' },
  created_at: {
    header: 'Agente dal',
    kind: 'text',
    value: ({ created_at }) => formatDateTime(created_at).slice(0, 10),
  },
}

/** The columns of exported assignments. */
export const assignmentColumns: Record<string, ListColumn> = {
  agent_name: { header: 'Agente', kind: 'text' },
  business_name: { header: 'Cliente', kind: 'text' },
  city: { header: 'Comune', kind: 'text' },
  from_date: { header: 'Dal', kind: 'date' },
  to_date: { header: 'Al', kind: 'date' },
}

/** The columns of a month's commission. */
export const commissionColumns: Record<string, ListColumn> = {
  business_name: { header: 'Cliente', kind: 'text' },
  fees_cents: { header: 'Commissioni trattenute', kind: 'amount' },
  reversed_cents: { header: 'Restituite', kind: 'amount' },
  base_cents: { header: 'Base', kind: 'amount' },
  commission_bps: {
    header: 'Provvigione %',
    kind: 'text',
    value: ({ commission_bps }) => percent(commission_bps),
  },
  commission_cents: { header: 'Provvigione', kind: 'amount' },
}
