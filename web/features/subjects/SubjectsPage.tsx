import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { usePermission } from '../../session/permissions/permission.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import { SubjectPanel } from './SubjectPanel.tsx'
import { subjectsList, subjectsWithoutFigures } from './subjects-list.tsx'

export function SubjectsPage() {
  const navigate = useNavigate()
  const list = usePermission('bills:read') ? subjectsList : subjectsWithoutFigures
  return (
    <>
      <title>Anagrafica · Saldo</title>
      <DataGrid
        list={list}
        title="Anagrafica"
        actions={
          <IfPermitted permission="subjects:write">
            <Button
              variant="default"
              renderRoot={(props) => <Link {...paths.duplicateSubjects()} {...props} />}
            >
              Doppioni
            </Button>
            <Button leftSection={<Icon of={Plus} />} onClick={() => void navigate(paths.newSubject())}>
              Nuova
            </Button>
          </IfPermitted>
        }
        empty={
          <EmptyState
            title="Nessuna persona"
            action={
              <IfPermitted permission="subjects:write">
                <Button onClick={() => void navigate(paths.newSubject())}>Aggiungi una persona</Button>
              </IfPermitted>
            }
          >
            Aggiungila qui, oppure importa le bollette: le persone che nominano si creano da sole. Vai alle{' '}
            <Link {...paths.bills()} className={links.link}>
              bollette
            </Link>
            .
          </EmptyState>
        }
        detail={({ id, row, steps }) => <SubjectPanel id={Number(id)} row={row} steps={steps} />}
        onExpand={(id) => void navigate(paths.subjectPage(Number(id)))}
      />
    </>
  )
}
