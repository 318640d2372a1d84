import { accountFilter } from '../../records/account-reference.ts'
import { subjectFilter } from '../../records/subject-reference.ts'
import { listSource } from '../../session/list-source.ts'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { mandateStates } from '../../ui/data/states.ts'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import { formatCountOf, type ListDefinition } from '../../ui/grid/list.ts'
import type { Mandate } from './mandate-query.ts'
import { mandateWords, signingLabels, wayLabels } from './mandate-words.ts'

/** `to_sign` is a look of a draft, not a state of its own. */
const { to_sign: _look, ...states } = mandateStates

/** Mandates for SEPA debits: for the banks of condominiums, and of saved sources. */
export const mandatesList: ListDefinition<Mandate> = {
  source: listSource('mandates'),
  words: mandateWords,
  columns: [
    {
      id: 'subject_nominative',
      header: 'Pagatore',
      width: 170,
      grow: 2,
      sort: true,
      fixed: true,
      exports: ['subject_nominative', 'debtor_name', 'iban'],
      cell: ({ subject_nominative, iban }) => (
        <TwoLineCell first={subject_nominative} second={iban ?? 'IBAN non ancora scritto'} />
      ),
    },
    {
      id: 'account_name',
      header: 'Condominio',
      width: 150,
      grow: 2,
      yields: true,
      exports: ['account_name', 'way'],
      cell: ({ account_name, way }) => (
        <TwoLineCell first={account_name ?? 'Tutti i condomìni'} second={wayLabels[way]} />
      ),
    },
    {
      id: 'umr',
      header: 'Riferimento (UMR)',
      width: 170,
      grow: 1,
      sort: true,
      yields: true,
      cell: ({ umr }) => <Clipped>{umr}</Clipped>,
    },
    {
      id: 'signed_on',
      header: 'Firmato il',
      width: 108,
      sort: true,
      exports: ['signed_on', 'signing'],
      cell: ({ signed_on }) => <DateCell day={signed_on} />,
    },
    {
      id: 'last_used_at',
      header: 'Ultimo incasso',
      width: 116,
      hidden: true,
      cell: ({ last_used_at }) => <DateCell day={last_used_at?.slice(0, 10) ?? null} />,
    },
    {
      id: 'lapses_on',
      header: 'Si estingue il',
      width: 116,
      cell: ({ lapses_on }) => <DateCell day={lapses_on} />,
    },
    {
      id: 'state',
      header: 'Stato',
      width: 116,
      cell: (mandate) => <StateLabel state={stateOf(mandate)} />,
    },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'state',
      label: 'Stato',
      options: Object.entries(states).map(([value, { word, icon }]) => ({ value, label: word, icon })),
    },
    {
      kind: 'enum',
      id: 'way',
      label: 'Come si incassa',
      options: Object.entries(wayLabels).map(([value, label]) => ({ value, label })),
    },
    accountFilter,
    subjectFilter,
    {
      kind: 'choice',
      id: 'lapsing',
      label: 'In estinzione',
      options: [{ value: 'true', label: 'Entro tre mesi' }],
    },
    { kind: 'dates', id: 'signed_on', label: 'Firma' },
  ],
  defaultSort: '-created_at',
  rowId: ({ mandate_id }) => String(mandate_id),
  rowName: ({ subject_nominative, account_name, signing }) =>
    `${subject_nominative}, ${account_name ?? signingLabels[signing]}`,
  card: (mandate) => ({
    title: mandate.subject_nominative,
    subtitle: [mandate.account_name, mandate.iban].filter(Boolean).join(' · '),
    state: <StateLabel state={stateOf(mandate)} />,
  }),
  summary: ({ active = 0, lapsing = 0 }) =>
    [
      formatCountOf(active, { one: 'attivo', many: 'attivi' }),
      lapsing > 0 &&
        formatCountOf(lapsing, { one: 'si estingue entro tre mesi', many: 'si estinguono entro tre mesi' }),
    ]
      .filter(Boolean)
      .join(', '),
  searches: 'Persona, condominio, riferimento',
}

/** A draft that waits for the payer's signature says so. */
export const stateOf = ({ state, way, signing }: Pick<Mandate, 'state' | 'way' | 'signing'>) =>
  state === 'draft' && way === 'bank' && signing === 'online' ? mandateStates.to_sign : mandateStates[state]
