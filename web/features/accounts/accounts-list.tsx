import { maskIban } from '@saldo/domain/iban'
import { provinces } from '@saldo/domain/registry/province'
import { accountProgress } from '../../records/account-progress.ts'
import type { Account } from '../../records/account-query.ts'
import { listSource } from '../../session/list-source.ts'
import { citiesQuery, queries } from '../../session/queries.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { OverdueAmount } from '../../ui/data/OverdueAmount.tsx'
import { owedSentence } from '../../ui/data/owed-words.ts'
import { PaymentProgress } from '../../ui/data/PaymentProgress.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { balanced } from '../../ui/data/states.ts'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { citiesLike } from '../../ui/form/CityField.tsx'
import { addressLine, street } from '../../ui/format/address-line.ts'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import { formatCount, type ListDefinition } from '../../ui/grid/list.ts'
import { withoutFigures } from '../../ui/grid/without-figures.ts'

export const accountsList: ListDefinition<Account> = {
  source: listSource('accounts'),
  words: { one: 'condominio', many: 'condomìni', feminine: false },
  columns: [
    {
      id: 'name',
      header: 'Condominio',
      width: 190,
      grow: 3,
      sort: true,
      fixed: true,
      exports: ['name', 'address'],
      cell: (account) => (
        <TwoLineCell
          first={account.name}
          second={[street(account), account.city].filter(Boolean).join(' · ')}
        />
      ),
    },
    {
      id: 'issued',
      header: 'Emesso',
      width: 112,
      align: 'right',
      sort: true,
      cell: ({ issued }) => <Amount cents={issued} />,
    },
    {
      id: 'collected',
      header: 'Incassato',
      width: 112,
      align: 'right',
      sort: true,
      hidden: true,
      cell: ({ collected }) => <Amount cents={collected} />,
    },
    {
      id: 'lines',
      header: 'Incassato',
      width: 84,
      exports: ['collected'],
      cell: (account) => <Lines account={account} />,
    },
    {
      id: 'residue',
      header: 'Da incassare',
      width: 120,
      align: 'right',
      sort: true,
      cell: ({ residue, issued }) =>
        residue === 0 && issued !== 0 ? (
          <StateLabel state={balanced} />
        ) : (
          <Amount cents={residue} size="strong" />
        ),
    },
    {
      id: 'overdue',
      header: 'Scaduto',
      width: 108,
      align: 'right',
      sort: true,
      cell: ({ overdue }) => <OverdueAmount cents={overdue} />,
    },
    {
      id: 'bills_count',
      header: 'Bollette',
      width: 84,
      align: 'right',
      sort: true,
      yields: true,
      cell: ({ bills_count }) => bills_count !== null && formatCount(bills_count),
    },
    {
      id: 'city',
      header: 'Comune',
      width: 132,
      grow: 1,
      sort: true,
      yields: true,
      exports: ['city', 'prov'],
      cell: ({ city, prov }) => <Clipped>{[city, prov && `(${prov})`].filter(Boolean).join(' ')}</Clipped>,
    },
    {
      id: 'fiscal_code',
      header: 'Codice fiscale',
      width: 128,
      yields: true,
      cell: ({ fiscal_code }) => fiscal_code,
    },
    {
      id: 'iban',
      header: 'IBAN',
      width: 132,
      hidden: true,
      cell: ({ iban }) => (iban ? maskIban(iban) : 'manca'),
    },
  ],
  filters: [
    {
      kind: 'reference',
      id: 'city',
      label: 'Comune',
      search: async (text) =>
        citiesLike(await queries.fetchQuery(citiesQuery), text).map(({ city_desc, prov_id }) => ({
          value: city_desc,
          label: city_desc,
          hint: prov_id,
        })),
      name: async (city) => city,
    },
    {
      kind: 'reference',
      id: 'prov',
      label: 'Provincia',
      search: async (text) => provincesLike(text),
      name: async (prov) => provinces[prov] ?? prov,
    },
    {
      kind: 'choice',
      id: 'iban',
      label: 'IBAN',
      options: [
        { value: 'with', label: 'Con IBAN' },
        { value: 'without', label: 'Senza IBAN' },
      ],
    },
    {
      kind: 'choice',
      id: 'state',
      label: 'Stato',
      options: [
        { value: 'awaiting', label: 'Da attivare' },
        { value: 'active', label: 'Attivi' },
        { value: 'closed', label: 'Chiusi' },
      ],
    },
  ],
  defaultSort: 'name',
  rowId: ({ account_id }) => String(account_id),
  rowName: ({ name }) => name,
  card: (account) => ({
    title: account.name,
    subtitle: addressLine(account),
    amount: account.residue ?? 0,
    lines: accountProgress(account),
    state: account.residue === 0 && account.issued !== 0 && <StateLabel state={balanced} />,
  }),
  amount: { of: ({ residue }) => residue ?? 0, total: 'residue' },
  summary: (sums) => owedSentence('da incassare', sums),
  searches: 'Nome, indirizzo, codice fiscale',
}

/** The list for users who may not see bills. */
export const accountsWithoutFigures = withoutFigures(accountsList, [
  'issued',
  'collected',
  'lines',
  'residue',
  'overdue',
  'bills_count',
])

function Lines({ account }: { account: Account }) {
  const lines = accountProgress(account)
  return lines && <PaymentProgress {...lines} />
}

function provincesLike(text: string) {
  const wanted = text.trim().toLowerCase()
  return Object.entries(provinces)
    .filter(([code, name]) => name.toLowerCase().includes(wanted) || code.toLowerCase() === wanted)
    .slice(0, 20)
    .map(([code, name]) => ({ value: code, label: name, hint: code }))
}
