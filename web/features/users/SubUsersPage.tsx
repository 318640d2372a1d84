import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Group, Plus } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { newKey } from '../../ui/grid/useListKeys.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { SubUserPanel } from './SubUserPanel.tsx'
import { subUsersList } from './subusers-list.tsx'

/** `/subusers`: the office's sub-users and their permissions. */
export function SubUsersPage() {
  const navigate = useNavigate()
  const may = usePermission('office:write')
  return (
    <>
      <title>Sottoutenti · Saldo</title>
      <DataGrid
        list={subUsersList}
        title="Sottoutenti"
        actions={
          may && (
            <>
              <ResponsiveButton
                variant="default"
                icon={Group}
                label="Colleghi con tutti i permessi"
                onClick={() => void navigate(paths.colleagues())}
              />
              <Button
                leftSection={<Icon of={Plus} />}
                aria-keyshortcuts={newKey}
                onClick={() => void navigate(paths.newSubUser())}
              >
                Invita
              </Button>
            </>
          )
        }
        empty={
          <EmptyState title="Nessun collaboratore">
            Chi lavora con te può avere un accesso suo, con i soli permessi che gli servono, anche per pochi
            condomìni.{may && ' Comincia con «Invita».'}
          </EmptyState>
        }
        detail={({ id, row, steps }) => <SubUserPanel key={id} id={Number(id)} row={row} steps={steps} />}
      />
    </>
  )
}
