import { Button, Menu } from '@mantine/core'
import { today } from '@saldo/domain/dates'
import { awaitsAnswer } from '@saldo/domain/payments/dispute'
import { paymentCan } from '@saldo/domain/payments/payment'
import { whyNotRefund } from '@saldo/domain/payments/refund'
import { whyNotReverse } from '@saldo/domain/payments/reversal'
import { DataTransferBoth, MoreHoriz, ShieldAlert, Undo, UndoCircle } from 'iconoir-react'
import { Suspense, useState } from 'react'
import { useRefusalReason } from '../../session/permissions/permission.ts'
import { ReasonedButton } from '../../ui/buttons/ReasonedButton.tsx'
import { ReasonedMenuItem } from '../../ui/buttons/ReasonedMenuItem.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import styles from './PaymentActions.module.css'
import type { PaymentDetail } from './payment-query.ts'
import { dayOf } from './payment-words.ts'
import { ReceiptButton } from './ReceiptButton.tsx'

const RefundDialog = lazyWithRetry(() => import('./money-back/RefundDialog.tsx'))
const ReallocateDialog = lazyWithRetry(() => import('./allocate/ReallocateDialog.tsx'))
const ReverseDialog = lazyWithRetry(() => import('./collect/ReverseDialog.tsx'))
const AnswerDialog = lazyWithRetry(() => import('./money-back/AnswerDialog.tsx'))

/** Actions of a payment, disabled ones with the reason. */
export function PaymentActions({ payment }: { payment: PaymentDetail }) {
  const [asking, setAsking] = useState<'refund' | 'move' | 'reverse' | 'answer' | null>(null)
  const close = () => setAsking(null)
  const mayNot = useRefusalReason('payments:write')
  const dispute = payment.disputes.find(({ state, final }) => !final && awaitsAnswer(state))
  const settled_on = payment.settled_at && dayOf(payment.settled_at)
  return (
    <div className={styles.actions} data-print="away">
      {dispute && !mayNot && (
        <Button
          className={styles.urgent}
          leftSection={<Icon of={ShieldAlert} />}
          onClick={() => setAsking('answer')}
        >
          {Object.keys(dispute.evidence).length > 0 ? 'Continua la risposta' : 'Rispondi'}
        </Button>
      )}
      <ReceiptButton payment={payment} />
      <ReasonedButton
        variant="default"
        why={mayNot ?? whyNotRefund({ ...payment, settled_on }, today())}
        leftSection={<Icon of={Undo} />}
        onClick={() => setAsking('refund')}
      >
        Rimborsa
      </ReasonedButton>
      <Menu position="bottom-end" width={270}>
        <Menu.Target>
          <Button variant="default" px={13} aria-label="Altre azioni">
            <Icon of={MoreHoriz} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ReasonedMenuItem
            icon={DataTransferBoth}
            label="Sposta l’incasso"
            why={mayNot ?? paymentCan.why('move', { phase: payment.state })}
            onClick={() => setAsking('move')}
          />
          <ReasonedMenuItem
            icon={UndoCircle}
            label="Storna la registrazione"
            why={mayNot ?? whyNotReverse(payment)}
            onClick={() => setAsking('reverse')}
          />
          <ReasonedMenuItem
            icon={ShieldAlert}
            label="Rispondi alla contestazione"
            why={mayNot ?? (dispute ? null : whyNoAnswer(payment))}
            onClick={() => setAsking('answer')}
          />
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {asking === 'refund' && <RefundDialog payment={payment} onClose={close} />}
        {asking === 'move' && <ReallocateDialog payment={payment} onClose={close} />}
        {asking === 'reverse' && <ReverseDialog payment={payment} onClose={close} />}
        {asking === 'answer' && dispute && (
          <AnswerDialog payment={payment} dispute={dispute} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}

function whyNoAnswer({ disputes, state }: PaymentDetail): string {
  const [last] = disputes
  if (!last) return 'Nessuno contesta questo pagamento.'
  if (last.final) return 'Un insoluto non si contesta.'
  return paymentCan.answer({ phase: state })
    ? 'La risposta è già alla banca: ora decide lei.'
    : 'La banca ha già deciso.'
}
