import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { accountQuery } from '../../records/account-query.ts'
import { queries } from '../../session/queries.ts'
import { LoadedRecord } from '../../ui/feedback/LoadedRecord.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { AccountForm } from './AccountForm.tsx'

export function EditAccountPage() {
  const id = Number(useParams({ strict: false }).id)
  const navigate = useNavigate()
  const query = useQuery(accountQuery(id))
  const account = query.data
  const list = (
    <Link {...paths.accounts()} className={links.link}>
      Condomìni
    </Link>
  )
  return (
    <LoadedRecord
      query={query}
      the="il condominio"
      missing="Questo condominio non c’è"
      list={list}
      name={account?.name ?? `n. ${id}`}
      tabTitle="Modifica condominio"
    >
      {(account) => (
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
              alertToast('Dati salvati.', 'success')
              await navigate(paths.accountPage(id))
            }}
          />
        </>
      )}
    </LoadedRecord>
  )
}
