import { Button } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { paths } from '../../paths.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { meQuery, shownCustomer } from '../../session/queries.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../ui/layout/RecordPage.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { useAskedAct } from '../../ui/useAskedAct.ts'
import styles from './Colleagues.module.css'
import { type Colleague, colleaguesQuery, removeColleague } from './colleague-acts.ts'
import { subUserStates } from './subuser-words.ts'

const InviteColleagueDialog = lazyWithRetry(() => import('./InviteColleagueDialog.tsx'))

/** `/subusers/colleghi`: the people of the office who may do everything; they add and remove each other. */
export function ColleaguesPage() {
  const { data: me } = useSuspenseQuery(meQuery)
  const may = usePermission('office:write') && me.permissions === null && shownCustomer(me) !== null
  const [inviting, setInviting] = useState(false)
  useAskedAct('invita', () => setInviting(may))
  return (
    <RecordPage
      list={
        <Link {...paths.subUsers()} className={links.link}>
          Sottoutenti
        </Link>
      }
      name="Colleghi"
      tabTitle="Colleghi"
    >
      <PageTitle
        title="Colleghi"
        summary="Chi può fare tutto quello che può lo studio."
        actions={
          may && (
            <Button leftSection={<Icon of={Plus} />} onClick={() => setInviting(true)}>
              Invita un collega
            </Button>
          )
        }
      />
      {me.permissions !== null && (
        <p className={styles.about}>Li aggiunge e li rimuove solo chi può fare tutto come loro.</p>
      )}
      {shownCustomer(me) === null ? (
        <EmptyState title="Nessun cliente scelto">Scegli un cliente per vedere chi ci lavora.</EmptyState>
      ) : (
        <Colleagues me={me.user_id} may={may} />
      )}
      <Suspense>{inviting && <InviteColleagueDialog onClose={() => setInviting(false)} />}</Suspense>
    </RecordPage>
  )
}

function Colleagues({ me, may }: { me: number; may: boolean }) {
  const { data: colleagues, ...query } = useQuery(colleaguesQuery)
  const [leaving, setLeaving] = useState<Colleague | null>(null)
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a mostrare i colleghi"
        onRetry={() => void query.refetch()}
      />
    )
  if (!colleagues)
    return (
      <Loading what="i colleghi">
        <TextSkeleton lines={4} />
      </Loading>
    )
  return (
    <>
      <ul className={styles.rows} aria-label="Colleghi">
        {colleagues.map((colleague) => (
          <li key={colleague.user_id} className={styles.row}>
            <div className={styles.who}>
              <div className={styles.name}>
                {colleague.nominative}
                {colleague.user_id === me && ' (sei tu)'}
              </div>
              <div className={styles.dim}>{colleague.email ?? colleague.user_name}</div>
            </div>
            {colleague.state !== 'removed' && <StateLabel state={subUserStates[colleague.state]} />}
            {may && colleague.user_id !== me && (
              <Button
                variant="default"
                aria-label={`Rimuovi ${colleague.nominative}`}
                onClick={() => setLeaving(colleague)}
              >
                Rimuovi
              </Button>
            )}
          </li>
        ))}
      </ul>
      {colleagues.length === 0 && (
        <EmptyState title="Nessun collega">Nessuno può ancora entrare per questo studio.</EmptyState>
      )}
      <ConfirmDialog
        opened={leaving !== null}
        danger
        title={`Rimuovi ${leaving?.nominative ?? ''}`}
        action="Rimuovi l’accesso"
        cancel="Lascia com’è"
        onClose={() => setLeaving(null)}
        onConfirm={async () => {
          if (leaving) await removeColleague(leaving)
          setLeaving(null)
        }}
      >
        Esce subito da tutti i dispositivi e non può più entrare. Quello che ha fatto resta con il suo nome.
      </ConfirmDialog>
    </>
  )
}
