import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { paths } from '../../../paths.ts'
import { ibanChangesQuery } from '../../../records/account-query.ts'
import type { AccountTabProps } from '../../../records/record-tab.ts'
import { IfPermitted } from '../../../session/permissions/IfPermitted.tsx'
import { useRefusalReason } from '../../../session/permissions/permission.ts'
import { ReasonedButton } from '../../../ui/buttons/ReasonedButton.tsx'
import { MaskedIban } from '../../../ui/data/MaskedIban.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import links from '../../../ui/layout/Links.module.css'
import { RecordColumns } from '../../../ui/layout/RecordPage.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.ts'
import { AccountCollects } from '../AccountCollects.tsx'
import styles from './BankTab.module.css'
import { IbanChangeHistory } from './IbanChangeHistory.tsx'
import { PostalSlipsSection } from './PostalSlipsSection.tsx'
import { revealIban } from './reveal-iban.ts'
import { WaitingIbanChange } from './WaitingIbanChange.tsx'

const ChangeIbanDialog = lazyWithRetry(() => import('./ChangeIbanDialog.tsx'))

/** Bank account of a condominium: its IBAN, the pending change, past changes. */
export function BankTab({ account }: AccountTabProps) {
  const { account_id, iban, state } = account
  const whyNot = useRefusalReason('accounts:write')
  const [changing, setChanging] = useState(false)
  const { data: changes, ...query } = useQuery(ibanChangesQuery(account_id))
  const waiting = changes?.find((change) => change.state === 'pending')
  return (
    <RecordColumns
      main={
        <>
          <Section
            title="IBAN"
            action={
              state !== 'closed' && (
                <ReasonedButton variant="default" why={whyNot} onClick={() => setChanging(true)}>
                  {iban ? 'Cambia IBAN' : 'Indica l’IBAN'}
                </ReasonedButton>
              )
            }
          >
            <p className={styles.iban}>
              {iban ? (
                <MaskedIban
                  key={iban}
                  iban={iban}
                  {...(whyNot === null ? { onReveal: () => revealIban(account_id) } : {})}
                />
              ) : (
                'Manca: il condominio non può ricevere bonifici né essere attivato.'
              )}
            </p>
            {iban && (
              <p className={styles.note}>
                È scritto su bollette e link: ci arrivano i bonifici dei condòmini.{' '}
                <IfPermitted permission="payments:read">
                  <Link
                    {...paths.payments({ account_id: String(account_id), method: 'BANK_TRANSFER' })}
                    className={links.link}
                  >
                    Bonifici ricevuti
                  </Link>
                </IfPermitted>
              </p>
            )}
          </Section>
          {query.isPending && (
            <Loading what="i cambi di IBAN">
              <TextSkeleton lines={4} />
            </Loading>
          )}
          {query.isError && (
            <QueryError
              error={query.error}
              what="Non riesco a mostrare i cambi di IBAN"
              onRetry={() => void query.refetch()}
            />
          )}
          {waiting && <WaitingIbanChange key={waiting.iban_change_id} change={waiting} />}
          <PostalSlipsSection key={iban} account_id={account_id} />
          {changes && <IbanChangeHistory changes={changes} />}
          {changing && (
            <Suspense>
              <ChangeIbanDialog account={account} onClose={() => setChanging(false)} />
            </Suspense>
          )}
        </>
      }
      side={
        <IfPermitted permission="payments:read">
          <AccountCollects customer_id={account.customer_id} />
        </IfPermitted>
      }
    />
  )
}
