import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import styles from './SubUsers.module.css'
import { remove, resend, resume, suspend } from './subuser-acts.ts'
import type { SubUserDetail } from './subuser-query.ts'

/** Actions on a sub-user; only removal cannot be undone, and asks. */
export function SubUserActions({ user }: { user: SubUserDetail }) {
  const navigate = useNavigate()
  const [running, setRunning] = useState(false)
  const [asking, setAsking] = useState(false)
  const run = async (act: (user: SubUserDetail) => Promise<void>) => {
    setRunning(true)
    await act(user)
    setRunning(false)
  }
  return (
    <div className={styles.actions}>
      {user.state === 'invited' && (
        <Button variant="default" loading={running} onClick={() => void run(resend)}>
          Invia di nuovo l’invito
        </Button>
      )}
      {user.state === 'suspended' ? (
        <Button loading={running} onClick={() => void run(resume)}>
          Riattiva
        </Button>
      ) : (
        <Button variant="default" loading={running} onClick={() => void run(suspend)}>
          Sospendi
        </Button>
      )}
      <Button variant="default" onClick={() => setAsking(true)}>
        Togli
      </Button>
      <ConfirmDialog
        opened={asking}
        danger
        title={`Togli l’accesso a ${user.nominative}`}
        action="Togli l’accesso"
        cancel="Lascia com’è"
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          if (await remove(user)) void navigate(paths.subUsers())
          else setAsking(false)
        }}
      >
        Esce subito da tutti i dispositivi e non può più entrare. Quello che ha fatto resta con il suo nome.
      </ConfirmDialog>
    </div>
  )
}
