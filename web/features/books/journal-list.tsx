import {
  type LedgerAccountName,
  ledgerAccountLabels,
  ledgerAccounts,
} from '@saldo/domain/accounting/accounting'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { accountFilter } from '../../records/account-reference.ts'
import { nameOfSubject, searchSubjects } from '../../records/subject-reference.ts'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import type { JournalRow } from './books-query.ts'
import { entryCell } from './EntryCell.tsx'
import { entryWords } from './entry-words.ts'
import styles from './Journal.module.css'

const accountName = (name: string) => ledgerAccountLabels[name as LedgerAccountName] ?? name

export const journalList: ListDefinition<JournalRow> = {
  source: listSource('books/journal'),
  words: { one: 'riga', many: 'righe', feminine: true },
  columns: [
    {
      id: 'day',
      header: 'Data',
      width: 108,
      sort: true,
      fixed: true,
      cell: ({ day }) => <DateCell day={day} />,
    },
    { id: 'entry_id', header: 'Scrittura', width: 84, align: 'right', cell: ({ entry_id }) => entry_id },
    {
      id: 'description',
      header: 'Descrizione',
      width: 210,
      grow: 3,
      exports: ['kind', 'description'],
      cell: entryCell,
    },
    {
      id: 'ledger_account',
      header: 'Conto',
      width: 160,
      grow: 1,
      cell: ({ ledger_account, credit }) => (
        <span className={styles.account} data-credit={credit > 0 || undefined}>
          <Clipped>{accountName(ledger_account)}</Clipped>
        </span>
      ),
    },
    {
      id: 'who',
      header: 'Condòmino',
      width: 160,
      grow: 2,
      exports: ['who', 'account_name'],
      cell: ({ who, account_name }) => <TwoLineCell first={who} second={account_name} />,
    },
    {
      id: 'debit',
      header: 'Dare',
      width: 112,
      align: 'right',
      cell: ({ debit }) => debit > 0 && <Amount cents={debit} />,
      total: 'debit',
    },
    {
      id: 'credit',
      header: 'Avere',
      width: 112,
      align: 'right',
      cell: ({ credit }) => credit > 0 && <Amount cents={credit} />,
      total: 'credit',
    },
    {
      id: 'bill_number',
      header: 'Bolletta',
      width: 124,
      hidden: true,
      cell: ({ bill_number }) => bill_number,
    },
    {
      id: 'payment_id',
      header: 'Pagamento',
      width: 100,
      hidden: true,
      cell: ({ payment_id }) => payment_id && `PG-${payment_id}`,
    },
  ],
  filters: [
    { kind: 'dates', id: 'day', label: 'Periodo' },
    {
      kind: 'enum',
      id: 'ledger_account',
      label: 'Conti',
      options: ledgerAccounts.map((value) => ({ value, label: ledgerAccountLabels[value] })),
    },
    accountFilter,
    { kind: 'reference', id: 'subject_id', label: 'Condòmino', search: searchSubjects, name: nameOfSubject },
    {
      kind: 'choice',
      id: 'side',
      label: 'Sezione',
      options: [
        { value: 'debit', label: 'Dare' },
        { value: 'credit', label: 'Avere' },
      ],
    },
  ],
  defaultSort: '-day',
  rowId: ({ line_id }) => String(line_id),
  rowName: ({ entry_id, ledger_account }) => `Scrittura ${entry_id}, ${accountName(ledger_account)}`,
  card: ({ day, description, kind, ledger_account, debit, credit }) => ({
    title: entryWords({ description, kind })[0],
    subtitle: `${formatDate(day)} · ${accountName(ledger_account)}`,
    amount: debit + credit,
    state: debit > 0 ? 'dare' : 'avere',
  }),
  summary: ({ debit = 0, credit = 0 }) => `dare ${formatEuro(debit)}, avere ${formatEuro(credit)}`,
  searches: 'Descrizione, condòmino',
}
