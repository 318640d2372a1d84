import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { EditPencil } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { addressLine } from '../../ui/address-line.ts'
import { Icon } from '../../ui/Icon.tsx'
import links from '../../ui/Links.module.css'
import { LoadedRecord } from '../../ui/LoadedRecord.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { RecordColumns } from '../../ui/RecordPage.tsx'
import { Section } from '../../ui/Section.tsx'
import { LatestPayments } from '../payments/LatestPayments.tsx'
import { AccountFacts } from './AccountFacts.tsx'
import { AccountActions, AccountFigures } from './AccountFigures.tsx'
import { accountQuery } from './account-query.ts'
import { LatestBills } from './LatestBills.tsx'

export function AccountPage() {
  const id = Number(useParams({ strict: false }).id)
  const query = useQuery(accountQuery(id))
  const account = query.data
  const list = (
    <Link {...paths.condomini()} className={links.link}>
      Condomìni
    </Link>
  )
  return (
    <LoadedRecord
      query={query}
      the="il condominio"
      missing="Questo condominio non c’è"
      list={list}
      name={account?.name ?? `n. ${id}`}
      tabTitle={account?.name ?? 'Condominio'}
    >
      {(account) => (
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
    </LoadedRecord>
  )
}
