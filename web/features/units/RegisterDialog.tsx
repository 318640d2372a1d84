import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { actOnRegister } from './register-query.ts'
import styles from './Units.module.css'

/** How to remove the record: the confirmation's text; refusals show the server's reasons. */
export type Removal = {
  title: string
  action: string
  /** The label on the form, if shorter than `action`. */
  label?: string
  what: string
  failed: string
  act: () => Promise<unknown>
}

/** Form of a part of a condominium's register; with `removal`, existing and removable. */
export function RegisterDialog({
  title,
  account_id,
  form,
  removal,
  size,
  onClose,
  children,
}: {
  title: string
  account_id: number
  form: { form: object; failure: unknown; busy: boolean }
  removal: Removal | null
  size?: number
  onClose: () => void
  children: ReactNode
}) {
  const [removing, setRemoving] = useState(false)
  if (removing && removal)
    return (
      <ConfirmRemoval
        account_id={account_id}
        removal={removal}
        onCancel={() => setRemoving(false)}
        onDone={onClose}
      />
    )
  return (
    <Dialog opened title={title} onClose={onClose} {...(size === undefined ? {} : { size })}>
      <form {...form.form} className={styles.form}>
        {children}
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          {removal && (
            <Button variant="default" onClick={() => setRemoving(true)}>
              {removal.label ?? removal.action}
            </Button>
          )}
          <span className={styles.space} />
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            {removal ? 'Salva' : 'Aggiungi'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Asks before a removal; a refusal shows the server's reason and keeps the record. */
export function ConfirmRemoval({
  account_id,
  removal: { title, action, what, failed, act },
  onCancel,
  onDone,
}: {
  account_id: number
  removal: Removal
  onCancel: () => void
  onDone: () => void
}) {
  return (
    <ConfirmDialog
      opened
      title={title}
      action={action}
      danger
      onClose={onCancel}
      onConfirm={async () => {
        if (await actOnRegister(account_id, failed, act)) onDone()
        else onCancel()
      }}
    >
      {what}
    </ConfirmDialog>
  )
}
