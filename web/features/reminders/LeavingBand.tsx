import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MailOut } from 'iconoir-react'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import band from '../../ui/feedback/WaitingBand.module.css'
import { Icon } from '../../ui/icons/Icon.tsx'
import { cancelRun, runInWords } from './reminder-acts.ts'
import { leavingQuery } from './reminder-query.ts'

/** While letters can still be cancelled, also after the page was loaded again: a line for each run. */
export function LeavingBand() {
  const { data: runs = [] } = useQuery(leavingQuery)
  return runs.map((run) => (
    <section key={run.run_id} className={band.waiting} aria-label="Solleciti in uscita">
      <Icon of={MailOut} />
      <span>{runInWords(run)}.</span>
      <IfPermitted permission="bills:write">
        <Button size="compact-sm" variant="default" onClick={() => void cancelRun(run.run_id)}>
          Annulla
        </Button>
      </IfPermitted>
    </section>
  ))
}
