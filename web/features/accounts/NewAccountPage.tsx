import { Link, useNavigate } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { queries } from '../../session/queries.ts'
import links from '../../ui/Links.module.css'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { RecordPage } from '../../ui/RecordPage.tsx'
import { alert } from '../../ui/snackbars.ts'
import { AccountForm } from './AccountForm.tsx'

export function NewAccountPage() {
  const navigate = useNavigate()
  return (
    <RecordPage
      list={
        <Link {...paths.condomini()} className={links.link}>
          Condomìni
        </Link>
      }
      name="Nuovo"
      tabTitle="Nuovo condominio"
      titled
    >
      <PageTitle title="Nuovo condominio" summary="Serve solo il nome: il resto lo puoi aggiungere dopo." />
      <AccountForm
        save="Aggiungi il condominio"
        onCancel={() => void navigate(paths.condomini())}
        onSave={async (body) => {
          const account = await api('PUT /v1/accounts', { body })
          await queries.invalidateQueries({ queryKey: ['accounts'] })
          alert(`${account.name} è fra i tuoi condomìni.`, 'settled')
          await navigate(paths.accountPage(account.account_id))
        }}
      />
    </RecordPage>
  )
}
