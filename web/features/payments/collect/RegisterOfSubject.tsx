import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Cash } from 'iconoir-react'
import { useState } from 'react'
import { IfPermitted } from '../../../session/permissions/IfPermitted.tsx'
import { Icon } from '../../../ui/icons/Icon.tsx'
import { accountsToPay } from './collection-from.ts'
import { RegisterCollection } from './RegisterCollection.tsx'

/** Registers what a person paid; their condominium is filled in if they owe in one alone. */
export function RegisterOfSubject({ subject }: { subject: { subject_id: number; nominative: string } }) {
  const { subject_id, nominative } = subject
  const [open, setOpen] = useState(false)
  const accounts = useQuery({
    queryKey: ['bills', 'accounts-to-pay', subject_id],
    queryFn: ({ signal }) => accountsToPay(subject_id, signal),
    enabled: open,
    retry: false,
  })
  const known = accounts.data ?? []
  return (
    <IfPermitted permission="payments:write">
      <Button
        variant="default"
        leftSection={<Icon of={Cash} />}
        loading={open && accounts.isPending}
        onClick={() => setOpen(true)}
      >
        Registra incasso
      </Button>
      {open && !accounts.isPending && (
        <RegisterCollection
          from={{
            subject: { value: String(subject_id), label: nominative },
            account: known.length === 1 ? known[0] : undefined,
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </IfPermitted>
  )
}
