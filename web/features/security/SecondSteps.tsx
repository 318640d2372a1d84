import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { AuthenticatorApp } from './AuthenticatorApp.tsx'
import { Passkeys } from './Passkeys.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import styles from './SecondSteps.module.css'
import { secondStepsQuery } from './second-steps-query.ts'

const NewCodesDialog = lazyWithRetry(() => import('./NewCodesDialog.tsx'))

/** Second steps after the password: authenticator app, passkeys, recovery codes. `compulsory`: the user must have one. */
export function SecondSteps({ compulsory }: { compulsory: boolean }) {
  const { data: steps, ...query } = useQuery(secondStepsQuery)
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <Section title="Secondo passo all’accesso">
      <p className={styles.about}>
        Dopo la password Saldo chiede una conferma: chi scopre la password, da solo non entra.{' '}
        {compulsory ? 'Nel backoffice ne serve sempre almeno uno.' : 'È facoltativo.'}
      </p>
      {query.isPending && (
        <Loading what="i secondi passi">
          <TextSkeleton lines={4} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare il secondo passo"
          onRetry={() => void query.refetch()}
        />
      )}
      {steps && (
        <>
          <AuthenticatorApp since={steps.totp_since} onCodes={setCodes} />
          <Passkeys passkeys={steps.passkeys} onCodes={setCodes} />
          {(steps.totp_since || steps.passkeys.length > 0) && (
            <RecoveryCodes left={steps.recovery_codes_left} onCodes={setCodes} />
          )}
        </>
      )}
      {codes && (
        <Suspense fallback={null}>
          <NewCodesDialog codes={codes} onClose={() => setCodes(null)} />
        </Suspense>
      )}
    </Section>
  )
}
