import { Link, useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { ViewLinks } from '../../ui/layout/ViewLinks.tsx'
import styles from './ArrearsPage.module.css'
import { accountArrearsList, subjectArrearsList } from './arrears-lists.tsx'

/** Overdue amounts by age, by condominium. */
export function ArrearsPage() {
  const navigate = useNavigate()
  return (
    <>
      <title>Morosità · Saldo</title>
      <DataGrid
        list={accountArrearsList}
        title="Morosità"
        help="owed"
        views={<Views />}
        empty={none}
        onOpen={({ account_id }) => void navigate(paths.subjectArrears({ account_id: String(account_id) }))}
      />
    </>
  )
}

/** Arrears by person, for all condominiums or one. */
export function SubjectArrearsPage() {
  const navigate = useNavigate()
  return (
    <>
      <title>Morosità per persona · Saldo</title>
      <DataGrid
        list={subjectArrearsList}
        title="Morosità"
        help="owed"
        views={<Views byPerson />}
        empty={none}
        onOpen={({ subject_id }) => void navigate(paths.subjectPage(subject_id))}
      />
    </>
  )
}

const none = (
  <EmptyState title="Nessuna rata scaduta">
    Quando una rata non è pagata entro la scadenza compare qui, con da quanto tempo è scaduta.
  </EmptyState>
)

function Views({ byPerson = false }: { byPerson?: boolean }) {
  return (
    <>
      <ViewLinks wide>
        <Link
          {...paths.arrears()}
          activeOptions={{ exact: true }}
          aria-current={byPerson ? undefined : 'page'}
        >
          Per condominio
        </Link>
        <Link
          {...paths.subjectArrears()}
          activeOptions={{ exact: true }}
          aria-current={byPerson ? 'page' : undefined}
        >
          Per persona
        </Link>
      </ViewLinks>
      <p className={styles.note}>
        Salvo dispensa dell’assemblea, l’amministratore agisce per la riscossione entro sei mesi dalla
        chiusura dell’esercizio in cui il credito è esigibile (art. 1129 c.c.). Qui l’esercizio è l’anno
        solare.
      </p>
    </>
  )
}
