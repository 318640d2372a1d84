import { Button } from '@mantine/core'
import { billCan } from '@saldo/domain/bill'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import links from '../../ui/Links.module.css'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { RecordError } from '../../ui/RecordError.tsx'
import { RecordPage } from '../../ui/RecordPage.tsx'
import { Loading, TextSkeleton } from '../../ui/Skeleton.tsx'
import { alert } from '../../ui/snackbars.ts'
import { BillForm } from './BillForm.tsx'
import { billQuery, showChanged } from './bill-query.ts'
import { changing } from './bill-words.ts'

export function EditBillPage() {
  const id = Number(useParams({ strict: false }).id)
  const navigate = useNavigate()
  const { data: bill, ...query } = useQuery(billQuery(id))
  const list = (
    <Link {...paths.bollette()} className={links.link}>
      Bollette
    </Link>
  )
  const why = bill ? billCan.why('edit', changing(bill)) : null
  return (
    <RecordPage
      list={list}
      name={bill?.number ?? `n. ${id}`}
      tabTitle="Modifica bolletta"
      titled={bill !== undefined && !query.isError && why === null}
    >
      {query.isPending && (
        <Loading what="la bolletta">
          <TextSkeleton lines={8} />
        </Loading>
      )}
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questa bolletta non c’è"
          what="Non riesco a mostrare la bolletta"
          back={list}
          onRetry={() => void query.refetch()}
        />
      )}
      {bill && !query.isError && why && (
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
      )}
      {bill && !query.isError && !why && (
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
              await showChanged(changed)
              alert(issue ? `Bolletta ${changed.number} emessa.` : 'Modifiche salvate.', 'settled')
              await navigate(paths.billPage(id))
            }}
          />
        </>
      )}
    </RecordPage>
  )
}
