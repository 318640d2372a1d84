import { Button } from '@mantine/core'
import { billCan } from '@saldo/domain/bills/bill'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadedRecord } from '../../../ui/feedback/LoadedRecord.tsx'
import { alertToast } from '../../../ui/feedback/toast.ts'
import links from '../../../ui/layout/Links.module.css'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { billQuery, showChangedBill } from '../bill-query.ts'
import { billForAct } from '../bill-words.ts'
import { BillForm } from './BillForm.tsx'

export function EditBillPage() {
  const id = Number(useParams({ strict: false }).id)
  const navigate = useNavigate()
  const query = useQuery(billQuery(id))
  const bill = query.data
  const list = (
    <Link {...paths.bills()} className={links.link}>
      Bollette
    </Link>
  )
  const why = bill ? billCan.why('edit', billForAct(bill)) : null
  return (
    <LoadedRecord
      query={query}
      the="la bolletta"
      missing="Questa bolletta non c’è"
      list={list}
      name={bill?.number ?? `n. ${id}`}
      tabTitle="Modifica bolletta"
      untitled={why !== null}
    >
      {(bill) =>
        why ? (
          <EmptyState
            title="Questa bolletta non si può modificare"
            action={
              <Button renderRoot={(props) => <Link {...paths.billPage(id)} {...props} />}>
                Torna alla bolletta
              </Button>
            }
          >
            {why}
          </EmptyState>
        ) : (
          <>
            <PageTitle
              title={`Bolletta ${bill.number}`}
              summary={
                bill.phase === 'draft'
                  ? 'È una bozza: la vedi solo tu.'
                  : 'È emessa: chi ha il link vedrà le modifiche.'
              }
            />
            <BillForm
              key={id}
              of={bill}
              onCancel={() => void navigate(paths.billPage(id))}
              onSave={async (body, draft) => {
                const issue = bill.phase === 'draft' && !draft
                const changed = await api('POST /v1/bills', { body: { ...body, bill_id: id, issue } })
                await showChangedBill(changed)
                alertToast(issue ? `Bolletta ${changed.number} emessa.` : 'Modifiche salvate.', 'success')
                await navigate(paths.billPage(id))
              }}
            />
          </>
        )
      }
    </LoadedRecord>
  )
}
