import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Plus } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx'
import { newKey } from '../../ui/grid/useListKeys.ts'

/** Opens the form of a new file for a bank. */
export const NewRun = () => (
  <IfPermitted permission="debits:write">
    <ResponsiveButton
      icon={Plus}
      label="Nuova distinta"
      renderRoot={(props) => <Link {...paths.newDebitRun()} {...props} />}
    />
  </IfPermitted>
)

export const NewRunButton = () => (
  <IfPermitted permission="debits:write">
    <Button aria-keyshortcuts={newKey} renderRoot={(props) => <Link {...paths.newDebitRun()} {...props} />}>
      Nuova distinta
    </Button>
  </IfPermitted>
)
