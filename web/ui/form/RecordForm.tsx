import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Section } from '../layout/Section.tsx'
import { FormFailure } from './FormFailure.tsx'
import styles from './FormPage.module.css'
import { LeaveGuard } from './LeaveGuard.tsx'

/** The frame of a form page: fields in titled sections, the failure, save and cancel; guarded while unsaved. */
export function RecordForm({
  form,
  save,
  also,
  onCancel,
  children,
}: {
  form: {
    form: object
    failure: unknown
    busy: boolean
    dirty: boolean
    resumed: boolean
    reset: () => void
  }
  /** Label of the submit button, e.g. “Aggiungi il condominio”. */
  save: string
  /** A second save button. */
  also?: ReactNode
  onCancel: () => void
  children: ReactNode
}) {
  return (
    <form className={styles.form} {...form.form}>
      {form.resumed && form.dirty && (
        <p style={{ margin: 0, color: 'var(--saldo-dim)' }}>
          Ho ripreso quello che avevi scritto e non salvato.
        </p>
      )}
      {children}
      <FormFailure failure={form.failure} />
      <div className={styles.actions}>
        <Button type="submit" size="lg" loading={form.busy}>
          {save}
        </Button>
        {also}
        <Button variant="default" size="lg" onClick={onCancel}>
          Annulla
        </Button>
      </div>
      <LeaveGuard dirty={form.dirty && !form.busy} onLeave={form.reset} />
    </form>
  )
}

export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <Section title={title}>
    <div className={styles.fields}>{children}</div>
  </Section>
)

/** Two fields side by side, on phones one below the other. */
export const FieldPair = ({ children }: { children: ReactNode }) => (
  <div className={styles.pair}>{children}</div>
)
