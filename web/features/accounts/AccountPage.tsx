import { Link, useParams } from '@tanstack/react-router'
import { EditPencil } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { RecordTabs } from '../../records/RecordTabs.tsx'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { addressLine } from '../../ui/format/address-line.ts'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { ActivateAccount } from './ActivateAccount.tsx'
import { accountStates } from './account-states.ts'
import { LoadedAccount } from './LoadedAccount.tsx'

/** A condominium's own page. */
export function AccountPage() {
  const id = Number(useParams({ strict: false }).id)
  return (
    <LoadedAccount id={id}>
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
                <ResponsiveButton
                  variant="default"
                  icon={EditPencil}
                  label="Modifica"
                  renderRoot={(props) => <Link {...paths.editAccount(id)} {...props} />}
                />
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
    </LoadedAccount>
  )
}
