import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { queries } from '../../session/queries.ts'
import links from '../../ui/Links.module.css'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { RecordError } from '../../ui/RecordError.tsx'
import { RecordPage } from '../../ui/RecordPage.tsx'
import { Loading, TextSkeleton } from '../../ui/Skeleton.tsx'
import { alert } from '../../ui/snackbars.ts'
import { AccountForm } from './AccountForm.tsx'
import { accountQuery } from './account-query.ts'

export function EditAccountPage() {
  const id = Number(useParams({ strict: false }).id)
  const navigate = useNavigate()
  const { data: account, ...query } = useQuery(accountQuery(id))
  const list = (
    <Link {...paths.condomini()} className={links.link}>
      Condomìni
    </Link>
  )
  return (
    <RecordPage
      list={list}
      name={account?.name ?? `n. ${id}`}
      tabTitle="Modifica condominio"
      titled={account !== undefined && !query.isError}
    >
      {query.isPending && (
        <Loading what="il condominio">
          <TextSkeleton lines={8} />
        </Loading>
      )}
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questo condominio non c’è"
          what="Non riesco a mostrare il condominio"
          back={list}
          onRetry={() => void query.refetch()}
        />
      )}
      {account && !query.isError && (
        <>
          <PageTitle title={account.name} summary="Modifica i dati" />
          <AccountForm
            key={id}
            of={account}
            save="Salva"
            onCancel={() => void navigate(paths.accountPage(id))}
            onSave={async (body) => {
              const changed = await api('POST /v1/accounts', { body: { ...body, account_id: id } })
              queries.setQueryData(accountQuery(id).queryKey, changed)
              await queries.invalidateQueries({ queryKey: ['accounts'] })
              alert('Dati salvati.', 'settled')
              await navigate(paths.accountPage(id))
            }}
          />
        </>
      )}
    </RecordPage>
  )
}
