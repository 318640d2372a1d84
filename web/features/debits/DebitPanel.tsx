import { formatDate } from '@saldo/domain/dates'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { Facts } from '../../ui/data/Facts.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { debitStates } from '../../ui/data/states.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import { paymentQuery } from '../payments/payment-query.ts'
import { paymentNumber } from '../payments/payment-words.ts'
import { refundableWords } from '../payments/refundable-until.ts'
import { DebitActions } from './DebitActions.tsx'
import styles from './Debits.module.css'
import { DebitTimeline } from './DebitTimeline.tsx'
import { type Debit, debitQuery, retryQuery } from './debit-query.ts'
import { methodOf } from './debit-words.ts'

/** A debit beside the list: state, reason, what follows, acts, timeline. */
export function DebitPanel({ id, row, steps }: { id: number; row: Debit | undefined; steps: PanelSteps }) {
  const query = useQuery({ ...debitQuery(id), placeholderData: row })
  const debit = query.isError ? undefined : query.data
  return (
    <DetailPanel
      number={`n. ${id}`}
      title={debit?.subject_nominative ?? row?.subject_nominative ?? 'Addebito'}
      subtitle={
        debit && (
          <Link {...paths.account(debit.account_id)} className={links.link}>
            {debit.account_name}
          </Link>
        )
      }
      steps={steps}
    >
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questo addebito non c’è"
          what="Non riesco a mostrare l’addebito"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="l’addebito">
          <TextSkeleton lines={8} />
        </Loading>
      )}
      {debit === null && (
        <EmptyState title="Questo addebito non c’è">
          Forse non esiste più, o l’indirizzo è sbagliato.
        </EmptyState>
      )}
      {debit && <Found key={id} debit={debit} />}
    </DetailPanel>
  )
}

function Found({ debit }: { debit: Debit }) {
  return (
    <>
      <div className={styles.head}>
        <Amount cents={debit.amount} size="page" total={debit.state === 'done' ? 'closed' : 'open'} />
        <StateLabel state={debitStates[debit.state]} tinted />
      </div>
      <WhatItMeans debit={debit} />
      <DebitActions debit={debit} />
      <Section title="Dettagli" level={3}>
        <Facts
          rows={[
            ['Giorno', formatDate(debit.collect_on)],
            [
              'Bolletta',
              <Link key="bill" {...paths.bill(debit.bill_id)} className={links.link}>
                {debit.bill_number}
              </Link>,
            ],
            [
              'Pagatore',
              <Link key="subject" {...paths.subject(debit.subject_id)} className={links.link}>
                {debit.subject_nominative}
              </Link>,
            ],
            ['Metodo', methodOf(debit)],
            [
              'Riferimento del mandato',
              debit.umr &&
                (debit.mandate_id === null ? (
                  debit.umr
                ) : (
                  <Link key="mandate" {...paths.mandate(debit.mandate_id)} className={links.link}>
                    {debit.umr}
                  </Link>
                )),
            ],
            [
              'Distinta',
              debit.run_id && (
                <Link key="run" {...paths.debitRun(debit.run_id)} className={links.link}>
                  n. {debit.run_id}
                </Link>
              ),
            ],
            ['Tentativo', debit.tries > 1 && `${debit.tries}º`],
            [
              'Transazione',
              debit.payment_id && (
                <Link key="payment" {...paths.payment(debit.payment_id)} className={links.link}>
                  {paymentNumber(debit.payment_id)}
                </Link>
              ),
            ],
          ]}
        />
      </Section>
      <Section title="Cronologia" level={3}>
        <DebitTimeline debit={debit} />
      </Section>
    </>
  )
}

/** The state in a sentence: why it failed, and what happens next. */
function WhatItMeans({ debit }: { debit: Debit }) {
  const { data: retry } = useQuery({
    ...retryQuery(debit.bill_id, debit.debit_id),
    enabled: debit.state === 'failed',
  })
  const says = sentences[debit.state](debit)
  return (
    <>
      {says && <p className={styles.why}>{says}</p>}
      {debit.state === 'done' && <RefundableUntil debit={debit} />}
      {debit.state === 'failed' && (
        <p className={styles.why}>
          {retry
            ? `Si riprova il ${formatDate(retry.collect_on)}: chi paga riceve prima un nuovo preavviso.`
            : 'Non si riprova da solo: la bolletta è di nuovo da pagare, e chi paga ha ricevuto il link per farlo.'}
        </p>
      )}
    </>
  )
}

/** A collected debit is not final: until when the payer's bank may take it back. */
function RefundableUntil({ debit: { payment_id } }: { debit: Debit }) {
  const maySee = usePermission('payments:read')
  const payment = useQuery({ ...paymentQuery(payment_id ?? 0), enabled: maySee && payment_id !== null })
  const until = payment.data && refundableWords(payment.data)
  return until && <p className={styles.why}>{until}</p>
}

const sentences: Record<Debit['state'], (debit: Debit) => string | null> = {
  planned: () => 'Il preavviso a chi paga non è ancora partito.',
  notified: ({ collect_on }) => `Chi paga sa già che l’addebito è il ${formatDate(collect_on)}.`,
  started: () => 'È in banca: ci vuole qualche giorno lavorativo per sapere com’è andata.',
  done: () => null,
  failed: ({ failure_reason }) => failure_reason,
  cancelled: ({ cancel_reason }) => cancel_reason,
}
