import { Button } from '@mantine/core'
import { Download } from 'iconoir-react'
import { useState } from 'react'
import { Icon } from '../../ui/icons/Icon.tsx'
import { downloadFlow } from './download-flow.ts'
import type { Flow } from './flow-query.ts'

/** Saves the file as it was made or loaded. `name` tells several of these buttons apart. */
export function DownloadFlow({
  flow,
  primary = false,
  name,
}: {
  flow: Pick<Flow, 'flow_id'>
  primary?: boolean
  name?: string
}) {
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    await downloadFlow(flow)
    setSaving(false)
  }
  return (
    <Button
      variant={primary ? 'filled' : 'default'}
      leftSection={<Icon of={Download} />}
      loading={saving}
      aria-label={name && `Scarica il file: ${name}`}
      onClick={() => void save()}
    >
      Scarica il file
    </Button>
  )
}
