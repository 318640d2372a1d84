import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { newKey } from '../../ui/grid/useListKeys.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import { Crumbs } from '../../ui/layout/RecordPage.tsx'
import { budgetsAreFor } from './budget-words.ts'
import { budgetsList } from './budgets-list.tsx'

/** All budgets, including drafts and those being issued. */
export function BudgetsPage() {
  const navigate = useNavigate()
  return (
    <>
      <title>Preventivi · Saldo</title>
      <DataGrid
        list={budgetsList}
        title="Preventivi"
        above={
          <Crumbs
            name="Preventivi"
            list={
              <Link {...paths.bills()} className={links.link}>
                Bollette
              </Link>
            }
          />
        }
        start={
          <IfPermitted permission="bills:write">
            <Button
              aria-keyshortcuts={newKey}
              leftSection={<Icon of={Plus} />}
              renderRoot={(props) => <Link {...paths.newBudget()} {...props} />}
            >
              Nuovo preventivo
            </Button>
          </IfPermitted>
        }
        empty={
          <EmptyState
            title="Nessun preventivo"
            action={
              <IfPermitted permission="bills:write">
                <Button
                  aria-keyshortcuts={newKey}
                  renderRoot={(props) => <Link {...paths.newBudget()} {...props} />}
                >
                  Nuovo preventivo
                </Button>
              </IfPermitted>
            }
          >
            {budgetsAreFor}
          </EmptyState>
        }
        onOpen={({ budget_id }) => void navigate(paths.budget(budget_id))}
      />
    </>
  )
}
