import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus, Upload } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { May } from '../../session/May.tsx'
import { useMay } from '../../session/may.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Icon } from '../../ui/Icon.tsx'
import links from '../../ui/Links.module.css'
import { ImportWaiting } from '../imports/ImportWaiting.tsx'
import { AccountPanel } from './AccountPanel.tsx'
import { accountsList, accountsWithoutFigures } from './accounts-list.tsx'

export function AccountsPage() {
  const navigate = useNavigate()
  const list = useMay('bills:read') ? accountsList : accountsWithoutFigures
  return (
    <>
      <title>Condomìni · Saldo</title>
      <DataGrid
        list={list}
        title="Condomìni"
        actions={
          <May permission="accounts:write">
            <Button
              variant="default"
              leftSection={<Icon of={Upload} />}
              renderRoot={(props) => <Link {...paths.importAccounts()} {...props} />}
            >
              Importa
            </Button>
            <Button leftSection={<Icon of={Plus} />} onClick={() => void navigate(paths.newAccount())}>
              Nuovo
            </Button>
          </May>
        }
        views={<ImportWaiting kind="registry" />}
        empty={
          <EmptyState
            title="Nessun condominio"
            action={
              <May permission="accounts:write">
                <Button onClick={() => void navigate(paths.newAccount())}>Aggiungi un condominio</Button>
              </May>
            }
          >
            Aggiungilo qui, oppure{' '}
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
