import { addMonths, formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { sourceName } from '../../records/source-name.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { Amount } from '../../ui/data/Amount.tsx'
import { Rows } from '../../ui/data/Rows.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { autopayStates } from '../../ui/data/states.ts'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { alertToast, toast } from '../../ui/feedback/toast.ts'
import styles from './Autopay.module.css'
import { type Autopay, refreshAutopays } from './autopay-query.ts'

/** One autopay: what it covers, what it takes next, and for the payer a tap that pauses, resumes or revokes. */
export function AutopayCard({
  autopay,
  by,
  change,
}: {
  autopay: Autopay
  by: 'owner' | 'staff'
  /** Asks for another method or cap; null: there is none to choose. */
  change: (() => void) | null
}) {
  const { account_name, state, next, under_way } = autopay
  return (
    <section className={styles.card} aria-label={`Addebito automatico per ${account_name}`}>
      <div className={styles.head}>
        <span className={styles.name}>{account_name}</span>
        <StateLabel state={autopayStates[state]} />
      </div>
      <p className={styles.about}>{aboutOf(autopay)}</p>
      {under_way > 0 && (
        <p className={styles.about}>
          {formatEuro(under_way)} sono già alla banca: né la pausa né la revoca li fermano.
        </p>
      )}
      {state === 'active' && (
        <Rows
          label={`Prossimi addebiti per ${account_name}`}
          none="Nessun addebito in vista: si aggiungono quando arriva una bolletta."
          rows={next.map((debit) => ({
            id: debit.instalment_id,
            name: (
              <TwoLineCell
                first={`Bolletta ${debit.bill_number}`}
                second={[
                  `scade il ${formatDate(debit.due_date)}`,
                  debit.left_to_payer,
                  debit.by_office && 'previsto dall’amministratore: la pausa non lo ferma',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              />
            ),
            when: isByHand(debit) ? 'da pagare a mano' : formatDate(debit.collect_on),
            amount: <Amount cents={debit.amount} size="strong" />,
            state: debit.over_cap
              ? 'Oltre il limite'
              : isByHand(debit)
                ? 'Non si addebita'
                : debit.planned
                  ? 'Previsto'
                  : 'In arrivo',
          }))}
        />
      )}
      {by === 'owner' && <Acts autopay={autopay} change={change} />}
    </section>
  )
}

const isByHand = ({ over_cap, left_to_payer }: Autopay['next'][number]) => over_cap || left_to_payer !== null

function aboutOf(autopay: Autopay): string {
  const { state, pause_reason, paused_until, starts_on, cap } = autopay
  const how = `Tutte le bollette dal ${formatDate(starts_on)}, da ${sourceName({ ...autopay, type: autopay.source_type })}${cap === null ? '' : `, fino a ${formatEuro(cap)} per addebito`}.`
  if (state !== 'paused') return how
  if (pause_reason === 'failures')
    return `${how} Due addebiti di seguito non sono riusciti: finché non lo riprendi, paghi tu.`
  if (pause_reason === 'source') return `${how} Questo metodo non si può più usare: scegline un altro.`
  return paused_until === null
    ? `${how} Finché è in pausa, paghi tu.`
    : `${how} Riprende il ${formatDate(paused_until)}; fino ad allora paghi tu.`
}

type Route =
  | 'POST /v1/autopays/{id}/pause'
  | 'POST /v1/autopays/{id}/resume'
  | 'POST /v1/autopays/{id}/revoke'

function Acts({ autopay, change }: { autopay: Autopay; change: (() => void) | null }) {
  const { autopay_id, account_id, subject_id, source_id, cap, account_name, state } = autopay
  const attempt = async (act: () => Promise<unknown>, done: string, undo?: () => void) => {
    try {
      await act()
      toast(done, undo)
    } catch (error) {
      alertToast(errorSentence(error, 'Operazione non riuscita. Riprova fra poco.'), 'danger')
    }
    await refreshAutopays()
  }
  const send = (route: Route, until?: string) =>
    route === 'POST /v1/autopays/{id}/pause'
      ? api(route, { params: { id: autopay_id }, body: { until: until ?? null } })
      : api(route, { params: { id: autopay_id } })
  const resume = () =>
    void attempt(() => send('POST /v1/autopays/{id}/resume'), 'L’addebito automatico è di nuovo attivo.')
  const begin = () =>
    void attempt(
      () => api('POST /v1/autopays', { body: { account_id, subject_id, source_id, cap } }),
      'L’addebito automatico è di nuovo attivo.',
    )
  const pause = (until?: string) =>
    void attempt(
      () => send('POST /v1/autopays/{id}/pause', until),
      until ? `In pausa fino al ${formatDate(until)}.` : 'In pausa finché non lo riprendi.',
      resume,
    )
  const monthAway = addMonths(today(), 1)
  return (
    <div className={styles.acts}>
      {state === 'active' && (
        <>
          <LinkButton
            aria-label={`Metti in pausa l’addebito automatico per ${account_name}`}
            onClick={() => pause()}
          >
            Metti in pausa
          </LinkButton>
          <LinkButton
            aria-label={`Pausa di un mese, fino al ${formatDate(monthAway)}, dell’addebito automatico per ${account_name}`}
            onClick={() => pause(monthAway)}
          >
            Pausa di un mese
          </LinkButton>
        </>
      )}
      {state === 'paused' && autopay.pause_reason !== 'source' && (
        <LinkButton aria-label={`Riprendi l’addebito automatico per ${account_name}`} onClick={resume}>
          Riprendi
        </LinkButton>
      )}
      {change && (
        <LinkButton aria-label={`Cambia metodo o limite per ${account_name}`} onClick={change}>
          Cambia metodo o limite
        </LinkButton>
      )}
      <LinkButton
        aria-label={`Revoca l’addebito automatico per ${account_name}`}
        onClick={() =>
          void attempt(
            () => send('POST /v1/autopays/{id}/revoke'),
            'Revocato: da ora paghi tu.',
            state === 'active' ? begin : undefined,
          )
        }
      >
        Revoca
      </LinkButton>
    </div>
  )
}
