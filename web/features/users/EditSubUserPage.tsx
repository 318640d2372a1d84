import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { LoadedRecord } from '../../ui/feedback/LoadedRecord.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { SubUserForm } from './SubUserForm.tsx'
import { showSaved } from './subuser-acts.ts'
import { subUserQuery } from './subuser-query.ts'

export function EditSubUserPage() {
  const id = Number(useParams({ strict: false }).id)
  const navigate = useNavigate()
  const query = useQuery(subUserQuery(id))
  const list = (
    <Link {...paths.subUsers()} className={links.link}>
      Sottoutenti
    </Link>
  )
  return (
    <LoadedRecord
      query={query}
      the="il collaboratore"
      missing="Questo collaboratore non c’è"
      list={list}
      name={query.data?.nominative ?? `n. ${id}`}
      tabTitle="Permessi"
    >
      {(user) => (
        <>
          <PageTitle title={user.nominative} summary="Quello che cambi vale da subito." />
          <SubUserForm
            key={id}
            of={user}
            save="Salva"
            onCancel={() => void navigate(paths.subUser(id))}
            onSave={async ({ nominative, permissions, all_accounts, account_ids }) => {
              const body = { nominative, permissions, all_accounts, account_ids }
              await showSaved(await api('POST /v1/users/subusers/{id}', { params: { id }, body }))
              alertToast('Permessi salvati.', 'success')
              await navigate(paths.subUser(id))
            }}
          />
        </>
      )}
    </LoadedRecord>
  )
}
