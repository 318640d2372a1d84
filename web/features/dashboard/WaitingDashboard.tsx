import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import rows from '../../ui/layout/RowList.module.css'
import { FirstSteps, HiddenFirstSteps } from './first-steps/FirstSteps.tsx'
import { firstStepsQuery } from './first-steps/first-steps-query.ts'
import { OwnActivation } from './OwnActivation.tsx'

/** Dashboard of users who cannot work with records yet: why, from the customer's state, and what comes next. */
export function WaitingDashboard({
  day,
  state,
  store,
}: {
  day: string
  state: { error: string; message: string } | undefined
  store: boolean
}) {
  const waiting = state !== undefined && state.error !== 'OK'
  return (
    <>
      <PageTitle title={day} />
      {waiting ? (
        <>
          <EmptyState title="Il tuo studio non è ancora attivo">
            {state.message} Allora qui trovi dovuto, incassato e scaduto. Intanto prepara quello che serve.
          </EmptyState>
          <OwnActivation />
          {!store && <StepsBefore />}
        </>
      ) : store ? (
        <EmptyState
          title="Ancora nessuna vendita"
          action={
            <span className={rows.actions}>
              <Button renderRoot={(props) => <Link {...paths.settings()} {...props} />}>
                Controlla i tuoi dati
              </Button>
              <Button variant="default" renderRoot={(props) => <Link {...paths.documents()} {...props} />}>
                Carica i documenti
              </Button>
            </span>
          }
        >
          Le vendite del tuo negozio compariranno qui. Intanto prepara quello che serve.
        </EmptyState>
      ) : (
        <EmptyState title="Non sappiamo se il tuo studio è attivo">
          La verifica non ha risposto. Ricarica la pagina fra poco.
        </EmptyState>
      )}
    </>
  )
}

/** What an office can do before it is activated, and what waits. */
function StepsBefore() {
  const steps = useQuery(firstStepsQuery)
  if (steps.isPending)
    return (
      <Loading what="i primi passi">
        <TextSkeleton lines={6} />
      </Loading>
    )
  return (
    <>
      <FirstSteps />
      <HiddenFirstSteps />
    </>
  )
}
