import { Button } from '@mantine/core'
import { formatDateTime } from '@saldo/domain/dates'
import { checkGroups } from '@saldo/domain/operations/checks'
import { useQuery } from '@tanstack/react-query'
import { Refresh } from 'iconoir-react'
import { useState } from 'react'
import { errorSentence } from '../../api-error.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import page from '../../ui/layout/Page.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { CheckRow } from './CheckRow.tsx'
import styles from './Operations.module.css'
import { OperationsViews } from './OperationsViews.tsx'
import { checkNow, type Operations, operationsQuery } from './operations-query.ts'
import { checksByGroup, summaryOf } from './operations-words.ts'

/** How Saldo fares: what is wrong first, then every check by group. */
export function OperationsPage() {
  const { data, ...query } = useQuery(operationsQuery)
  return (
    <div className={page.page}>
      <title>Operazioni · Saldo</title>
      <PageTitle title="Operazioni" summary={data && summaryOf(data)} actions={<CheckNow />} />
      <OperationsViews current="checks" />
      {query.isError && !data && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare i controlli"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="i controlli">
          <TextSkeleton lines={12} />
        </Loading>
      )}
      {data && data.checks.length === 0 && (
        <EmptyState title="Nessun controllo ancora">
          I controlli girano ogni due minuti. Per farli subito scegli «Controlla ora».
        </EmptyState>
      )}
      {data && data.checks.length > 0 && <Checks operations={data} />}
    </div>
  )
}

function CheckNow() {
  const [busy, setBusy] = useState(false)
  const check = async () => {
    setBusy(true)
    try {
      await checkNow()
    } catch (error) {
      alertToast(`Non ho potuto controllare. ${errorSentence(error, 'Riprova fra poco.')}`, 'danger')
    }
    setBusy(false)
  }
  return (
    <Button variant="default" leftSection={<Icon of={Refresh} />} loading={busy} onClick={check}>
      Controlla ora
    </Button>
  )
}

function Checks({ operations }: { operations: Operations }) {
  const { checks, alarms_to, checked_at } = operations
  const bad = checks.filter(({ state }) => state !== 'ok')
  return (
    <div className={styles.groups}>
      {bad.length > 0 && (
        <Section title="Da guardare ora">
          <ul className={styles.checks} aria-label="Da guardare ora">
            {bad.map((check) => (
              <CheckRow key={check.code} check={check} explained />
            ))}
          </ul>
        </Section>
      )}
      {checksByGroup(checks.filter(({ state }) => state === 'ok')).map(([group, of]) => (
        <Section key={group} title={checkGroups[group]}>
          <ul className={styles.checks} aria-label={checkGroups[group]}>
            {of.map((check) => (
              <CheckRow key={check.code} check={check} />
            ))}
          </ul>
        </Section>
      ))}
      <p className={styles.note}>
        {checked_at && `Ultimo controllo: ${formatDateTime(checked_at)}. `}
        {alarms_to.length > 0
          ? `Se qualcosa si guasta scriviamo una volta a ${alarms_to.join(', ')}.`
          : 'Nessuno riceve le e-mail di allarme: imposta ALARM_EMAIL, o dai un indirizzo agli utenti del backoffice.'}
      </p>
    </div>
  )
}
