import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { SubUserPanel } from './SubUserPanel.tsx'
import { subUsersList } from './subusers-list.tsx'

/** `/subusers`: the office's sub-users and their permissions. */
export function SubUsersPage() {
  const navigate = useNavigate()
  const may = usePermission('office:write')
  const invite = () => void navigate(paths.newSubUser())
  return (
    <>
      <title>Sottoutenti · Saldo</title>
      <DataGrid
        list={subUsersList}
        title="Sottoutenti"
        actions={
          may && (
            <>
              <Button variant="default" onClick={() => void navigate(paths.colleagues())}>
                Colleghi con tutti i permessi
              </Button>
              <Button leftSection={<Icon of={Plus} />} onClick={invite}>
                Invita
              </Button>
            </>
          )
        }
        empty={
          <EmptyState
            title="Nessun collaboratore"
            action={may && <Button onClick={invite}>Invita una persona</Button>}
          >
            Chi lavora con te può avere un accesso suo, con i soli permessi che gli servono, anche per pochi
            condomìni.
          </EmptyState>
        }
        detail={({ id, row, steps }) => <SubUserPanel key={id} id={Number(id)} row={row} steps={steps} />}
      />
    </>
  )
}
