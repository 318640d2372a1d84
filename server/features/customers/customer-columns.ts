import { formatDateTime } from '@saldo/domain/dates'
import type { ListColumn } from '../../exports/export-reply.ts'

/** The columns of exported customers. */
export const customerColumns: Record<string, ListColumn> = {
  customer_id: { header: 'Id', kind: 'number' },
  business_name: { header: 'Ragione sociale', kind: 'text' },
  is_store: {
    header: 'Tipo',
    kind: 'text',
    value: ({ is_store }) => (is_store ? 'Professionista' : 'Amministratore'),
  },
  state: {
    header: 'Stato',
    kind: 'text',
    value: ({ state }) => (state === '1' ? 'Attivo' : 'In attesa di attivazione'),
  },
  firstname: { header: 'Nome', kind: 'text' },
  lastname: { header: 'Cognome', kind: 'text' },
  address: {
    header: 'Indirizzo',
    kind: 'text',
    value: ({ address, house_number }) => [address, house_number].filter(Boolean).join(' '),
  },
  city: { header: 'Comune', kind: 'text' },
  zip_code: { header: 'CAP', kind: 'text' },
  prov: { header: 'Provincia', kind: 'text' },
  fiscal_code: {
    header: 'Codice fiscale',
    kind: 'text',
    value: ({ fiscal_code }) => fiscal_code?.toUpperCase(),
  },
  vat_number: { header: 'Partita IVA', kind: 'text' },
  primary_email: { header: 'E-mail', kind: 'text' },
  primary_mobile_phone: { header: 'Telefono', kind: 'text' },
  group: { header: 'Gruppo', kind: 'text', value: ({ group_name }) => group_name },
  sector: { header: 'Settore', kind: 'text', value: ({ sector_name }) => sector_name },
  created_at: {
    header: 'Cliente dal',
    kind: 'text',
    value: ({ created_at }) => formatDateTime(created_at).slice(0, 10),
  },
}
