import { providerAccountLabels } from '@saldo/domain/payments/provider-account'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { paths } from '../../paths.ts'
import { useChosenCustomer } from '../../session/customer/useChosenCustomer.ts'
import { meQuery, shownCustomer } from '../../session/queries.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Bar, Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import type { Query } from '../../ui/grid/list.ts'
import page from '../../ui/layout/Page.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { AccountAtProvider } from './AccountAtProvider.tsx'
import styles from './ProviderAccount.module.css'
import { continueOnboarding } from './provider-account-acts.ts'
import { providerAccountQuery, secondAccountQuery, type WhichProvider } from './provider-account-query.ts'
import { useNotOfficeReason } from './useNotOfficeReason.ts'

/** A customer's account at the provider: state, missing data, capabilities. */
export function ProviderAccountPage() {
  const { data: user } = useSuspenseQuery(meQuery)
  useChosenCustomer()
  const customer_id = shownCustomer(user)
  const { conto } = useSearch({ strict: false }) as Query
  const which: WhichProvider = conto === 'stripe2' ? 'stripe2' : 'stripe'
  const second = useQuery(secondAccountQuery)
  return (
    <div className={page.page}>
      <title>Account incassi · Saldo</title>
      <PageTitle
        title="Account incassi"
        help="provider_account"
        summary="Il conto presso il provider su cui arrivano i pagamenti dei condòmini"
      />
      {second.data && <Accounts which={which} />}
      {customer_id === null ? (
        <EmptyState title="Scegli prima per quale cliente lavori">
          L’account è di un cliente: sceglilo dalla fascia in alto.
        </EmptyState>
      ) : (
        <OfCustomer key={`${customer_id}-${which}`} customer_id={customer_id} which={which} />
      )}
    </div>
  )
}

function Accounts({ which }: { which: WhichProvider }) {
  return (
    <nav className={styles.accounts} aria-label="Conti del provider">
      {(Object.keys(providerAccountLabels) as WhichProvider[]).map((name) => (
        <Link
          key={name}
          {...paths.providerAccount(name === 'stripe' ? {} : { conto: name })}
          aria-current={name === which ? 'page' : undefined}
        >
          {providerAccountLabels[name]}
        </Link>
      ))}
    </nav>
  )
}

function OfCustomer({ customer_id, which }: { customer_id: number; which: WhichProvider }) {
  const { data: account, ...query } = useQuery(providerAccountQuery(customer_id, which))
  const going = useProviderReturn(customer_id, which)
  if (query.isError)
    return (
      <RecordError
        error={query.error}
        missing="Questo cliente non c’è"
        what="Non riesco a mostrare l’account"
        onRetry={() => void query.refetch()}
      />
    )
  if (!account || going)
    return (
      <Loading what="l’account">
        <Bar width={200} height={28} />
        <TextSkeleton lines={8} />
      </Loading>
    )
  return <AccountAtProvider account={account} />
}

/**
 * Handles the return from the provider's page: `torna`: finished or left; `continua`: the link had expired, so a new
 * one is opened. True while redirecting. Cleans the address, so that a reload does not repeat it.
 */
function useProviderReturn(customer_id: number, which: WhichProvider): boolean {
  const { torna, continua } = useSearch({ strict: false }) as Query
  const navigate = useNavigate()
  const may = useNotOfficeReason('office:write') === null
  const done = useRef(false)
  useEffect(() => {
    if (done.current || !(torna || continua)) return
    done.current = true
    void navigate({ ...paths.providerAccount(which === 'stripe' ? {} : { conto: which }), replace: true })
    if (continua && may) void continueOnboarding(customer_id, which)
    else if (torna) toast('Bentornato: ecco cosa dice ora il provider.')
  }, [torna, continua, may, customer_id, which, navigate])
  return may && continua !== undefined
}
