import { Button } from '@mantine/core'
import { formatDate, formatLongDate, relativeDay, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { awaitsAnswer, isOpenDispute } from '@saldo/domain/payments/dispute'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { errorSentence } from '../../../api-error.ts'
import { IfPermitted } from '../../../session/permissions/IfPermitted.tsx'
import { CopyButton } from '../../../ui/buttons/CopyButton.tsx'
import { Facts } from '../../../ui/data/Facts.tsx'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { alertToast } from '../../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { showReallocated } from '../payment-acts.ts'
import type { PaymentDetail } from '../payment-query.ts'
import { dayOf } from '../payment-words.ts'
import styles from './DisputeBox.module.css'
import { type Dispute, disputeStates } from './money-back-states.ts'

/** A dispute: reason, deadline for the answer, actions. */
export function DisputeBox({ payment, dispute }: { payment: PaymentDetail; dispute: Dispute }) {
  const [asking, setAsking] = useState(false)
  const due = dispute.due_by && dayOf(dispute.due_by)
  const open = isOpenDispute(dispute.state) && !dispute.final
  const answerable = open && awaitsAnswer(dispute.state)
  const close = () => setAsking(false)
  const accept = async () => {
    try {
      await api('POST /v1/disputes/{id}/close', { params: { id: dispute.dispute_id } })
      alertToast('Contestazione accettata: la bolletta è di nuovo da pagare.', 'success')
    } catch (error) {
      alertToast(`Non l’ho accettata. ${errorSentence(error)}`, 'danger')
    }
    close()
    await showReallocated(payment.payment_id)
  }
  return (
    <>
      <div className={styles.head}>
        <StateLabel state={disputeStates[dispute.state]} tinted />
        {answerable && due && (
          <strong>
            Rispondi entro {formatLongDate(due)}, {relativeDay(due, today())}
          </strong>
        )}
      </div>
      <p className={styles.says}>{dispute.reason_says}</p>
      {(open || dispute.final) && <p className={styles.todo}>{dispute.what_to_do}</p>}
      {answerable && (
        <IfPermitted permission="payments:write">
          <div className={styles.actions} data-print="away">
            <Button variant="default" onClick={() => setAsking(true)}>
              Accetta la contestazione
            </Button>
          </div>
        </IfPermitted>
      )}
      <Facts
        rows={[
          ['Importo contestato', formatEuro(dispute.amount)],
          ['Costo della contestazione', dispute.fee > 0 && formatEuro(-dispute.fee)],
          ['Aperta il', formatDate(dayOf(dispute.opened_at))],
          ['Risposta inviata il', dispute.submitted_at && formatDate(dayOf(dispute.submitted_at))],
          ['Chiusa il', dispute.closed_at && formatDate(dayOf(dispute.closed_at))],
          ['Codice della banca', dispute.bank_code],
          [
            'Identificativo',
            <span key="id" className={styles.id}>
              {dispute.provider_object}{' '}
              <CopyButton text={dispute.provider_object} what="l’identificativo della contestazione" />
            </span>,
          ],
        ]}
      />
      <ConfirmDialog
        opened={asking}
        danger
        title="Accetta la contestazione"
        action={`Lascia ${formatEuro(dispute.amount)} a ${payment.subject_nominative}`}
        typed={payment.bill_number}
        onClose={close}
        onConfirm={accept}
      >
        Il denaro resta a chi ha pagato e la bolletta torna da pagare. Non si può tornare indietro.
      </ConfirmDialog>
    </>
  )
}
