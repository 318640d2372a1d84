import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Plus, Upload } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx'
import { newKey } from '../../ui/grid/useListKeys.ts'

/** Loads outcomes, and opens the form of a new file of notices. */
export const NewNotices = () => (
  <IfPermitted permission="payments:write">
    <ResponsiveButton
      variant="default"
      icon={Upload}
      label="Carica gli esiti"
      renderRoot={(props) => <Link {...paths.uploadFlow()} {...props} />}
    />
    <ResponsiveButton
      icon={Plus}
      label="Nuovo flusso"
      renderRoot={(props) => <Link {...paths.newNotices()} {...props} />}
    />
  </IfPermitted>
)

export const NewNoticesButton = () => (
  <IfPermitted permission="payments:write">
    <Button aria-keyshortcuts={newKey} renderRoot={(props) => <Link {...paths.newNotices()} {...props} />}>
      Nuovo flusso
    </Button>
  </IfPermitted>
)
