import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { EditPencil } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { addressLine } from '../../ui/address-line.ts'
import { Icon } from '../../ui/Icon.tsx'
import links from '../../ui/Links.module.css'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { RecordError } from '../../ui/RecordError.tsx'
import { RecordColumns, RecordPage } from '../../ui/RecordPage.tsx'
import { Section } from '../../ui/Section.tsx'
import { Bar, Loading, TextSkeleton } from '../../ui/Skeleton.tsx'
import { LatestPayments } from '../payments/LatestPayments.tsx'
import { AccountFacts } from './AccountFacts.tsx'
import { AccountActions, AccountFigures } from './AccountFigures.tsx'
import { accountQuery } from './account-query.ts'
import { LatestBills } from './LatestBills.tsx'

export function AccountPage() {
  const id = Number(useParams({ strict: false }).id)
  const { data: account, ...query } = useQuery(accountQuery(id))
  const list = (
    <Link {...paths.condomini()} className={links.link}>
      Condomìni
    </Link>
  )
  return (
    <RecordPage
      list={list}
      name={account?.name ?? `n. ${id}`}
      tabTitle={account?.name ?? 'Condominio'}
      titled={account !== undefined && !query.isError}
    >
      {query.isPending && (
        <Loading what="il condominio">
          <Bar width={280} height={24} />
          <TextSkeleton lines={8} />
        </Loading>
      )}
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questo condominio non c’è"
          what="Non riesco a mostrare il condominio"
          back={list}
          onRetry={() => void query.refetch()}
        />
      )}
      {account && !query.isError && (
        <>
          <PageTitle
            title={account.name}
            summary={addressLine(account)}
            actions={
              <Button
                variant="default"
                leftSection={<Icon of={EditPencil} />}
                renderRoot={(props) => <Link {...paths.editAccount(id)} {...props} />}
              >
                Modifica
              </Button>
            }
          />
          <RecordColumns
            main={
              <>
                <Section title="Incassi">
                  <AccountFigures account={account} />
                </Section>
                <AccountActions account={account} />
                <LatestBills of={{ account_id: id }} />
                <LatestPayments of={{ account_id: id }} />
              </>
            }
            side={
              <Section title="Dati">
                <AccountFacts account={account} />
              </Section>
            }
          />
        </>
      )}
    </RecordPage>
  )
}
