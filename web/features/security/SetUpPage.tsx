import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { goAfterLogin } from '../../session/go-after-login.ts'
import { meQuery, queries } from '../../session/queries.ts'
import { logout } from '../../session/session.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { LogoMark, Wordmark } from '../../ui/icons/LogoMark.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { AuthenticatorApp } from './AuthenticatorApp.tsx'
import { Passkeys } from './Passkeys.tsx'
import styles from './SetUpPage.module.css'
import { secondStepsQuery } from './second-steps-query.ts'

const NewCodesDialog = lazyWithRetry(() => import('./NewCodesDialog.tsx'))

/**
 * `/secondo-passo`: where a super user without a second step sets one up, before anything else. Afterwards it goes to the page
 * that was asked for.
 */
export function SetUpPage() {
  const steps = useQuery(secondStepsQuery)
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <div className={styles.page}>
      <title>Proteggi il tuo accesso · Saldo</title>
      <header className={styles.brand}>
        <LogoMark size={30} />
        <Wordmark height={22} />
      </header>
      <main>
        <h1 className={styles.title}>Proteggi il tuo accesso</h1>
        <p className={styles.lead}>
          Chi lavora nel backoffice vede i dati di tutti: per questo la password da sola non basta. Scegli che
          cosa Saldo ti chiede dopo la password. Si fa una volta, in un minuto.
        </p>
        {steps.isPending && (
          <Loading what="i secondi passi">
            <TextSkeleton lines={4} />
          </Loading>
        )}
        {steps.isError && (
          <QueryError
            error={steps.error}
            what="Non riesco a mostrare il secondo passo"
            onRetry={() => void steps.refetch()}
          />
        )}
        {steps.data && (
          <>
            <AuthenticatorApp
              since={steps.data.totp_since}
              onCodes={(made) => (made ? setCodes(made) : void goOn())}
            />
            <Passkeys
              passkeys={steps.data.passkeys}
              onCodes={(made) => (made ? setCodes(made) : void goOn())}
            />
          </>
        )}
        <p className={styles.out}>
          Non adesso? <LinkButton onClick={() => void logout()}>Esci</LinkButton>
        </p>
      </main>
      {codes && (
        <Suspense fallback={null}>
          <NewCodesDialog codes={codes} onClose={() => void goOn()} />
        </Suspense>
      )}
    </div>
  )
}

/** With a second step the session may do everything, so who they are is read again. */
async function goOn() {
  await queries.invalidateQueries({ queryKey: meQuery.queryKey })
  const { second_step_missing } = await queries.fetchQuery({ ...meQuery, staleTime: 0 })
  if (!second_step_missing) goAfterLogin()
}
