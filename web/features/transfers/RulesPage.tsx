import { Link } from '@tanstack/react-router'
import { BinMinusIn } from 'iconoir-react'
import { api, type Reply } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { paths } from '../../paths.ts'
import { accountFilter } from '../../records/account-reference.ts'
import { subjectFilter } from '../../records/subject-reference.ts'
import { listSource } from '../../session/list-source.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { queries } from '../../session/queries.ts'
import { DateCell } from '../../ui/data/DateCell.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { alertToast, toastWithUndo } from '../../ui/feedback/toast.ts'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { formatCountOf, type ListDefinition } from '../../ui/grid/list.ts'
import links from '../../ui/layout/Links.module.css'
import { dayOf } from '../payments/payment-words.ts'
import { OtherViews } from './TransferViews.tsx'

type Rule = Reply<'GET /v1/payer-rules'>['items'][number]
const words = { one: 'regola', many: 'regole' }

const rulesList: ListDefinition<Rule> = {
  source: listSource('payer-rules'),
  words: { ...words, feminine: true },
  columns: [
    {
      id: 'party_iban_hint',
      header: 'IBAN del pagatore',
      width: 170,
      fixed: true,
      exports: ['party_iban_hint', 'party_name'],
      cell: ({ party_iban_hint }) => party_iban_hint,
    },
    {
      id: 'party_name',
      header: 'Pagatore',
      width: 150,
      grow: 2,
      exports: [],
      cell: ({ party_name }) => <Clipped>{party_name}</Clipped>,
    },
    {
      id: 'subject_nominative',
      header: 'Paga per',
      width: 150,
      grow: 2,
      sort: true,
      cell: ({ subject_id, subject_nominative }) => (
        <Link {...paths.subject(subject_id)} className={links.link}>
          {subject_nominative}
        </Link>
      ),
    },
    {
      id: 'account_name',
      header: 'Condominio',
      width: 150,
      grow: 2,
      cell: ({ account_name }) => <Clipped>{account_name}</Clipped>,
    },
    {
      id: 'created_at',
      header: 'Imparata',
      width: 108,
      sort: true,
      cell: ({ created_at }) => <DateCell day={dayOf(created_at)} />,
    },
    {
      id: 'actor',
      header: 'Da chi',
      width: 130,
      grow: 1,
      cell: ({ actor }) => <Clipped>{actor}</Clipped>,
    },
  ],
  filters: [accountFilter, { ...subjectFilter, label: 'Paga per' }],
  defaultSort: '-created_at',
  rowId: ({ rule_id }) => String(rule_id),
  rowName: ({ party_iban_hint, subject_nominative }) => `${party_iban_hint}, ${subject_nominative}`,
  card: ({ party_iban_hint, party_name, subject_nominative, account_name }) => ({
    title: subject_nominative,
    subtitle: `${party_name ?? party_iban_hint} · ${account_name}`,
  }),
  searches: 'Pagatore, persona, condominio',
}

/** Forgets the rules, unless it is undone first. */
function forget(ids: readonly string[], onGone: () => void) {
  onGone()
  const what = formatCountOf(ids.length, { one: 'regola dimenticata', many: 'regole dimenticate' })
  toastWithUndo(`${what}.`, () => void forgetNow(ids))
}

async function forgetNow(ids: readonly string[]) {
  try {
    for (const id of ids) await api('DELETE /v1/payer-rules/{id}', { params: { id } })
  } catch (error) {
    alertToast(errorSentence(error, 'Non riesco a dimenticare la regola. Riprova fra poco.'), 'danger')
  } finally {
    await queries.invalidateQueries({ queryKey: ['payer-rules'] })
  }
}

/** The IBANs of payers that were learned, each with the person whom it pays for. */
export function RulesPage() {
  const mayForget = usePermission('payments:write')
  return (
    <>
      <title>Regole imparate · Saldo</title>
      <DataGrid
        list={rulesList}
        title="Regole imparate"
        views={<OtherViews />}
        bulkActions={
          mayForget
            ? [
                {
                  id: 'forget',
                  label: 'Dimentica',
                  icon: BinMinusIn,
                  run: ({ ids, clear }) => void ids().then((all) => forget(all, clear)),
                },
              ]
            : []
        }
        empty={
          <EmptyState title="Nessuna regola imparata">
            Quando confermi che un bonifico è di una persona, Saldo ricorda l’IBAN da cui è partito: la
            prossima volta lo propone, anche se paga il marito o la figlia.
          </EmptyState>
        }
      />
    </>
  )
}
