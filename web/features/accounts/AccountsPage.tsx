import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus, Upload } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { usePermission } from '../../session/permissions/permission.ts'
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { newKey } from '../../ui/grid/useListKeys.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import { ImportWaiting } from '../imports/ImportWaiting.tsx'
import { AccountPanel } from './AccountPanel.tsx'
import { accountsList, accountsWithoutFigures } from './accounts-list.tsx'

export function AccountsPage() {
  const navigate = useNavigate()
  const list = usePermission('bills:read') ? accountsList : accountsWithoutFigures
  return (
    <>
      <title>Condomìni · Saldo</title>
      <DataGrid
        list={list}
        title="Condomìni"
        actions={
          <IfPermitted permission="accounts:write">
            <ResponsiveButton
              variant="default"
              icon={Upload}
              label="Importa"
              renderRoot={(props) => <Link {...paths.importAccounts()} {...props} />}
            />
            <Button
              leftSection={<Icon of={Plus} />}
              aria-keyshortcuts={newKey}
              onClick={() => void navigate(paths.newAccount())}
            >
              Nuovo
            </Button>
          </IfPermitted>
        }
        views={<ImportWaiting kind="registry" />}
        empty={
          <EmptyState title="Nessun condominio">
            Aggiungi il primo con «Nuovo», oppure{' '}
            <Link {...paths.importAccounts()} className={links.link}>
              importa i tuoi da un foglio
            </Link>{' '}
            con unità, persone e millesimi.
          </EmptyState>
        }
        detail={({ id, row, steps }) => <AccountPanel id={Number(id)} row={row} steps={steps} />}
        onExpand={(id) => void navigate(paths.accountPage(Number(id)))}
      />
    </>
  )
}
