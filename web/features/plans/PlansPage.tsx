import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Plus } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { newKey } from '../../ui/grid/useListKeys.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { PlanPanel } from './PlanPanel.tsx'
import { plansList } from './plans-list.tsx'

/** Instalment plans and their state. */
export function PlansPage() {
  return (
    <>
      <title>Piani di rientro · Saldo</title>
      <DataGrid
        list={plansList}
        title="Piani di rientro"
        start={
          <IfPermitted permission="bills:write">
            <Button
              aria-keyshortcuts={newKey}
              leftSection={<Icon of={Plus} />}
              renderRoot={(props) => <Link {...paths.newPlan()} {...props} />}
            >
              Proponi un piano
            </Button>
          </IfPermitted>
        }
        empty={
          <EmptyState
            title="Nessun piano di rientro"
            action={
              <IfPermitted permission="bills:write">
                <Button
                  aria-keyshortcuts={newKey}
                  renderRoot={(props) => <Link {...paths.newPlan()} {...props} />}
                >
                  Proponi un piano
                </Button>
              </IfPermitted>
            }
          >
            A chi non riesce a pagare tutto insieme puoi proporre delle rate: le accetta con un codice e,
            finché le paga in tempo, i solleciti si fermano.
          </EmptyState>
        }
        detail={({ id, row, steps }) => <PlanPanel id={Number(id)} row={row} steps={steps} />}
      />
    </>
  )
}
