import { Link, useNavigate } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import links from '../../ui/Links.module.css'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { RecordPage } from '../../ui/RecordPage.tsx'
import { alertToast } from '../../ui/toast.ts'
import { SubUserForm } from './SubUserForm.tsx'
import { showSaved } from './subuser-acts.ts'

export function NewSubUserPage() {
  const navigate = useNavigate()
  return (
    <RecordPage
      list={
        <Link {...paths.subUsers()} className={links.link}>
          Sottoutenti
        </Link>
      }
      name="Invito"
      tabTitle="Invita un sottoutente"
      titled
    >
      <PageTitle
        title="Invita una persona"
        summary="Riceve una mail, sceglie la password ed entra con i permessi che le dai."
      />
      <SubUserForm
        save="Manda l’invito"
        onCancel={() => void navigate(paths.subUsers())}
        onSave={async (body) => {
          const user = await api('PUT /v1/users/subusers', { body })
          await showSaved(user)
          alertToast(`Invito inviato a ${user.email}.`, 'settled')
          await navigate(paths.subUser(user.user_id))
        }}
      />
    </RecordPage>
  )
}
