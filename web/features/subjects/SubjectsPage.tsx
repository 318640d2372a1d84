import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { GitMerge, Plus } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { usePermission } from '../../session/permissions/permission.ts'
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { newKey } from '../../ui/grid/useListKeys.ts'
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
            <ResponsiveButton
              variant="default"
              icon={GitMerge}
              label="Doppioni"
              renderRoot={(props) => <Link {...paths.duplicateSubjects()} {...props} />}
            />
            <Button
              leftSection={<Icon of={Plus} />}
              aria-keyshortcuts={newKey}
              onClick={() => void navigate(paths.newSubject())}
            >
              Nuova
            </Button>
          </IfPermitted>
        }
        empty={
          <EmptyState title="Nessuna persona">
            Aggiungi la prima con «Nuova»
            <IfPermitted permission="accounts:write">
              , oppure{' '}
              <Link {...paths.importAccounts()} className={links.link}>
                importa le persone con i condomìni
              </Link>
            </IfPermitted>
            .
          </EmptyState>
        }
        detail={({ id, row, steps }) => <SubjectPanel id={Number(id)} row={row} steps={steps} />}
        onExpand={(id) => void navigate(paths.subjectPage(Number(id)))}
      />
    </>
  )
}
