import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { accountStates } from '../provider-accounts/account-states.ts'
import { providerAccountQuery } from '../provider-accounts/provider-account-query.ts'

/** State of the office's account at the provider, which receives the online payments of its condominiums. */
export function AccountCollects({ customer_id }: { customer_id: number }) {
  const { data: account, ...query } = useQuery(providerAccountQuery(customer_id, 'stripe'))
  return (
    <Section title="Incassi online">
      {query.isPending && (
        <Loading what="l’account incassi">
          <TextSkeleton lines={2} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare l’account incassi"
          onRetry={() => void query.refetch()}
        />
      )}
      {account && (
        <>
          <StateLabel state={accountStates[account.state]} />
          <p>
            I pagamenti con carta e addebito passano dall’account incassi dello studio; i bonifici arrivano
            sull’IBAN del condominio.{' '}
            <Link {...paths.providerAccount()} className={links.link}>
              Apri l’account incassi
            </Link>
          </p>
        </>
      )}
    </Section>
  )
}
