import { Button } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { searchSubjects } from '../../../records/subject-reference.ts'
import { useKeptKey } from '../../../session/kept-key.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import type { Reference } from '../../../ui/form/OptionList.tsx'
import { ReferenceField } from '../../../ui/form/ReferenceField.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { type Done, refreshTransfers, undoMatches } from '../transfer-acts.ts'
import type { Movement, Proposal } from '../transfer-query.ts'
import { openOf } from '../transfer-words.ts'

/** Registers all the money as a person's credit, such as an advance for instalments not issued yet. */
export default function CreditDialog({
  movements,
  proposals,
  onClose,
  onDone,
}: {
  movements: readonly Movement[]
  proposals: readonly Proposal[]
  onClose: () => void
  onDone: (done: Done) => void
}) {
  const ids = movements.map(({ movement_id }) => movement_id)
  const open = movements.reduce((sum, movement) => sum + openOf(movement), 0)
  const key = useKeptKey(`transfers-credit:${ids.join(',')}`)
  const [likely] = useState(() => onlyPerson(proposals))
  const form = useForm<{ subject: Reference | null }>({
    initial: { subject: likely },
    checks: { subject: (subject) => (subject ? null : 'Scegli di chi è il denaro.') },
    submit: async ({ subject }) => {
      await api('POST /v1/transfers/match', {
        idempotencyKey: key,
        body: {
          movement_ids: ids,
          ...{ subject_ids: [Number(subject?.value)], subject_amounts: [open], subject_uses: ['credit'] },
        },
      })
      onClose()
      onDone({
        movement_id: ids[0] as number,
        text: `${formatEuro(open)} a credito di ${subject?.label}.`,
        undo: () => undoMatches(ids),
      })
      await refreshTransfers()
    },
  })
  return (
    <Dialog opened title="Registra a credito" onClose={onClose}>
      <form {...form.form} className={styles.form}>
        <p className={styles.note}>
          Tutto il denaro diventa un credito della persona, che paga le sue prossime bollette in questo
          condominio. Puoi annullare dopo.
        </p>
        <ReferenceField
          {...form.field('subject')}
          kind="subjects"
          label="Di chi è"
          required
          autoFocus
          search={searchSubjects}
        />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Lascia com’è
          </Button>
          <Button type="submit" loading={form.busy}>
            Registra {formatEuro(open)} a credito
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The person of all proposals, if they agree. */
function onlyPerson(proposals: readonly Proposal[]): Reference | null {
  const [first] = proposals
  return first && proposals.every(({ subject_id }) => subject_id === first.subject_id)
    ? { value: String(first.subject_id), label: first.subject_nominative }
    : null
}
