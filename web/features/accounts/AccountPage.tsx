import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { EditPencil } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { accountQuery } from '../../records/account-query.ts'
import { RecordTabs } from '../../records/RecordTabs.tsx'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { LoadedRecord } from '../../ui/feedback/LoadedRecord.tsx'
import { addressLine } from '../../ui/format/address-line.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { ActivateAccount } from './ActivateAccount.tsx'
import { accountStates } from './account-states.ts'

/** A condominium's own page. */
export function AccountPage() {
  const id = Number(useParams({ strict: false }).id)
  const query = useQuery(accountQuery(id))
  const account = query.data
  const list = (
    <Link {...paths.accounts()} className={links.link}>
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
            summary={
              <>
                {addressLine(account)}
                {account.state !== 'active' && <StateLabel state={accountStates[account.state]} />}
              </>
            }
            actions={
              <IfPermitted permission="accounts:write">
                {account.state !== 'active' && <ActivateAccount account={account} />}
                <Button
                  variant="default"
                  leftSection={<Icon of={EditPencil} />}
                  renderRoot={(props) => <Link {...paths.editAccount(id)} {...props} />}
                >
                  Modifica
                </Button>
              </IfPermitted>
            }
          />
          <RecordTabs
            of="account"
            label="Parti del condominio"
            page={(tab) => paths.accountPage(id, tab)}
            tabProps={{ account }}
          />
        </>
      )}
    </LoadedRecord>
  )
}
