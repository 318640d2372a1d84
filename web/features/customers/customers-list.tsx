import { formatDateTime } from '@saldo/domain/dates'
import { provinces } from '@saldo/domain/registry/province'
import { listSource } from '../../session/list-source.ts'
import { queries } from '../../session/queries.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import { formatCount, type ListDefinition } from '../../ui/grid/list.ts'
import { groupsQuery, sectorsQuery } from './customer-query.ts'
import { customerStates } from './customer-states.ts'
import type { Customer } from './customers-query.ts'

const joined = (...parts: (string | null | false)[]) => parts.filter(Boolean).join(' ')
export const kindOf = ({ is_store }: { is_store: boolean }) =>
  is_store ? 'Professionista' : 'Amministratore'

/** The back office's list of customers. */
export const customersList: ListDefinition<Customer> = {
  source: listSource('customers'),
  words: { one: 'cliente', many: 'clienti', feminine: false },
  columns: [
    {
      id: 'business_name',
      header: 'Ragione sociale',
      width: 210,
      grow: 3,
      sort: true,
      fixed: true,
      exports: ['customer_id', 'business_name', 'is_store'],
      cell: (customer) => <TwoLineCell first={customer.business_name} second={kindOf(customer)} />,
    },
    {
      id: 'state',
      header: 'Stato',
      width: 116,
      cell: ({ state }) => <StateLabel state={customerStates[state]} />,
    },
    {
      id: 'documents_to_check',
      header: 'Da verificare',
      width: 100,
      align: 'right',
      exports: [],
      cell: ({ documents_to_check }) => (documents_to_check > 0 ? formatCount(documents_to_check) : ''),
    },
    {
      id: 'accounts_count',
      header: 'Condomìni',
      width: 90,
      align: 'right',
      exports: [],
      cell: ({ accounts_count }) => formatCount(accounts_count),
    },
    {
      id: 'city',
      header: 'Comune',
      width: 140,
      grow: 1,
      sort: true,
      exports: ['address', 'city', 'zip_code', 'prov'],
      cell: ({ city, prov }) => <Clipped>{joined(city, prov && `(${prov})`)}</Clipped>,
    },
    {
      id: 'name',
      header: 'Referente',
      width: 140,
      grow: 1,
      exports: ['firstname', 'lastname'],
      cell: ({ firstname, lastname }) => <Clipped>{joined(firstname, lastname)}</Clipped>,
    },
    { id: 'vat_number', header: 'Partita IVA', width: 112, cell: ({ vat_number }) => vat_number },
    {
      id: 'fiscal_code',
      header: 'Codice fiscale',
      width: 150,
      hidden: true,
      cell: ({ fiscal_code }) => fiscal_code?.toUpperCase(),
    },
    {
      id: 'primary_email',
      header: 'E-mail',
      width: 190,
      grow: 1,
      hidden: true,
      cell: ({ primary_email }) => <Clipped>{primary_email}</Clipped>,
    },
    {
      id: 'primary_mobile_phone',
      header: 'Telefono',
      width: 120,
      hidden: true,
      cell: ({ primary_mobile_phone }) => primary_mobile_phone,
    },
    {
      id: 'group',
      header: 'Gruppo',
      width: 130,
      hidden: true,
      cell: ({ group_name }) => <Clipped>{group_name}</Clipped>,
    },
    {
      id: 'sector',
      header: 'Settore',
      width: 150,
      hidden: true,
      cell: ({ sector_name }) => <Clipped>{sector_name}</Clipped>,
    },
    {
      id: 'created_at',
      header: 'Cliente dal',
      width: 100,
      sort: true,
      cell: ({ created_at }) => formatDateTime(created_at).slice(0, 10),
    },
  ],
  filters: [
    {
      kind: 'choice',
      id: 'state',
      label: 'Stato',
      options: [
        { value: '0', label: customerStates['0'].word, icon: customerStates['0'].icon },
        { value: '1', label: customerStates['1'].word, icon: customerStates['1'].icon },
      ],
    },
    {
      kind: 'choice',
      id: 'is_store',
      label: 'Tipo',
      options: [
        { value: '0', label: kindOf({ is_store: false }) },
        { value: '1', label: kindOf({ is_store: true }) },
      ],
    },
    {
      kind: 'choice',
      id: 'documents',
      label: 'Documenti',
      options: [{ value: 'to_check', label: 'Con documenti da verificare' }],
    },
    {
      kind: 'reference',
      id: 'prov',
      label: 'Provincia',
      search: async (text) => provincesLike(text),
      name: async (prov) => provinces[prov] ?? prov,
    },
    {
      kind: 'reference',
      id: 'group_id',
      label: 'Gruppo',
      search: async (text) =>
        namesLike(await queries.fetchQuery(groupsQuery), text, ({ group_id }) => group_id),
      name: async (id) =>
        (await queries.fetchQuery(groupsQuery)).find(({ group_id }) => String(group_id) === id)?.name ?? id,
    },
    {
      kind: 'reference',
      id: 'sector_id',
      label: 'Settore',
      search: async (text) =>
        namesLike(await queries.fetchQuery(sectorsQuery), text, ({ sector_id }) => sector_id),
      name: async (id) =>
        (await queries.fetchQuery(sectorsQuery)).find(({ sector_id }) => String(sector_id) === id)?.name ??
        id,
    },
  ],
  defaultSort: 'business_name',
  rowId: ({ customer_id }) => String(customer_id),
  rowName: ({ business_name }) => business_name,
  card: (customer) => ({
    title: customer.business_name,
    subtitle: joined(kindOf(customer), customer.city && `· ${customer.city}`),
    state: <StateLabel state={customerStates[customer.state]} />,
  }),
  searches: 'Nome, indirizzo, partita IVA, e-mail',
}

function provincesLike(text: string) {
  const wanted = text.trim().toLowerCase()
  return Object.entries(provinces)
    .filter(([code, name]) => name.toLowerCase().includes(wanted) || code.toLowerCase() === wanted)
    .slice(0, 20)
    .map(([code, name]) => ({ value: code, label: name, hint: code }))
}

function namesLike<T extends { name: string; customers: number }>(
  all: T[],
  text: string,
  id: (one: T) => number,
) {
  const wanted = text.trim().toLowerCase()
  return all
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .slice(0, 20)
    .map((one) => ({ value: String(id(one)), label: one.name, hint: formatCount(one.customers) }))
}
