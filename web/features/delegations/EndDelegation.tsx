import { type ReactNode, useState } from 'react'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { refetchDelegations } from './delegations-query.ts'

/** Ends a delegation, withdraws an invitation or refuses a request: `children` says what that means. */
export function EndDelegation({
  delegation_id,
  label,
  title,
  action,
  done = refetchDelegations,
  children,
}: {
  delegation_id: number
  label: string
  title: string
  action: string
  done?: () => Promise<void>
  children: ReactNode
}) {
  const [asking, setAsking] = useState(false)
  const may = usePermission('subjects:write')
  const end = async () => {
    try {
      await api('POST /v1/delegations/end/{id}', { params: { id: delegation_id } })
      setAsking(false)
      alertToast('Fatto.', 'success')
      await done()
    } catch (error) {
      alertToast(errorSentence(error, 'Non l’ho chiusa. Riprova fra poco.'), 'danger')
    }
  }
  if (!may) return null
  return (
    <>
      <LinkButton onClick={() => setAsking(true)}>{label}</LinkButton>
      <ConfirmDialog
        opened={asking}
        title={title}
        action={action}
        danger
        onConfirm={end}
        onClose={() => setAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
