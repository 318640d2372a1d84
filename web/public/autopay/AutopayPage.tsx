import type { PublicAutopay } from '@saldo/contract/payments/autopays'
import { addMonths, formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { agreedNoticeDays } from '@saldo/domain/sepa/mandate'
import { WarningTriangle } from 'iconoir-react'
import { useRef, useState } from 'react'
import { sourceName } from '../../records/source-name.ts'
import { autopayStates } from '../../ui/data/states.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Heading, takeStep } from '../layout/Heading.tsx'
import { LoadFailure } from '../layout/LoadFailure.tsx'
import css from '../layout/Page.module.css'
import { Page, StatusLine } from '../layout/Page.tsx'
import { PageSkeleton } from '../layout/PageSkeleton.tsx'
import { Title } from '../layout/Title.tsx'
import { asApiError, linkApi } from '../link-api.ts'
import { loaders } from '../loaders.ts'
import pay from '../pay/Pay.module.css'
import { useLoaded } from '../useLoaded.ts'
import styles from './Autopay.module.css'

/** `#/addebito-automatico/{token}`: what an autopay takes next; one tap pauses, resumes or revokes it, and another takes it back. */
export default function AutopayPage({ token }: { token: string }) {
  const { answer, error, ask: again } = useLoaded(() => loaders.autopay(token))
  const [changed, setChanged] = useState<PublicAutopay | null>(null)
  const autopay = changed ?? answer
  if (!autopay) return error ? <LoadFailure error={error} again={again} /> : <PageSkeleton />
  const { asker, state, subject_nominative } = autopay
  return (
    <Page asker={asker} by="Addebito automatico con Saldo">
      <Title>{`Addebito automatico · ${asker.account_name}`}</Title>
      <StatusLine state={autopayStates[state]} large />
      <Heading>{titles[state](autopay)}</Heading>
      <p className={css.after}>{sentence(autopay)}</p>
      <Acts token={token} autopay={autopay} done={setChanged} />
      <dl className={styles.facts}>
        <Fact name="Bollette di">{subject_nominative}</Fact>
        <Fact name="Da dove">{sourceName({ ...autopay, type: autopay.source_type })}</Fact>
        <Fact name="Al massimo">
          {autopay.cap === null ? 'nessun limite' : `${formatEuro(autopay.cap)} per addebito`}
        </Fact>
        <Fact name="Da quando">{formatDate(autopay.starts_on)}</Fact>
      </dl>
      {autopay.under_way > 0 && (
        <p className={css.after}>
          {formatEuro(autopay.under_way)} sono già alla banca: nessuna pausa li ferma.
        </p>
      )}
      {state === 'active' && <Next autopay={autopay} />}
    </Page>
  )
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const titles: Record<PublicAutopay['state'], (of: PublicAutopay) => string> = {
  active: ({ asker }) => `Le rate di ${asker.account_name} si pagano da sole`,
  paused: () => 'In pausa: per ora paghi tu',
  revoked: () => 'Revocato: da ora paghi tu',
}

function sentence({ state, pause_reason, paused_until, restorable }: PublicAutopay): string {
  if (state === 'active')
    return `Ogni rata si addebita alla scadenza. Almeno ${agreedNoticeDays} giorni prima ricevi un avviso con quanto e quando.`
  if (state === 'revoked')
    return restorable
      ? 'Gli addebiti previsti sono annullati. Se hai cambiato idea, oggi puoi tornare indietro.'
      : 'Gli addebiti previsti sono annullati. Per riattivarlo, scegli “Paga così anche le prossime” quando paghi una bolletta.'
  if (pause_reason === 'failures')
    return 'Due addebiti di seguito non sono riusciti. Controlla il conto o la carta, poi riprendi.'
  if (pause_reason === 'source')
    return 'Questo metodo non si può più usare. Attivalo con un altro quando paghi la prossima bolletta.'
  return paused_until === null
    ? 'Gli addebiti previsti sono annullati, finché non lo riprendi.'
    : `Gli addebiti previsti sono annullati. Riprende da solo il ${formatDate(paused_until)}.`
}

type Act = { route: Route; body?: { until?: string } }
type Route =
  | 'POST /v1/autopay-links/{token}/pause'
  | 'POST /v1/autopay-links/{token}/resume'
  | 'POST /v1/autopay-links/{token}/revoke'
  | 'POST /v1/autopay-links/{token}/restore'

const pause: Act = { route: 'POST /v1/autopay-links/{token}/pause', body: {} }
const resume: Act = { route: 'POST /v1/autopay-links/{token}/resume' }
const revoke: Act = { route: 'POST /v1/autopay-links/{token}/revoke' }
const restore: Act = { route: 'POST /v1/autopay-links/{token}/restore' }

/** One tap does it; what it did is taken back by the button that stands there then. */
function Acts({
  token,
  autopay: { state, pause_reason, restorable },
  done,
}: {
  token: string
  autopay: PublicAutopay
  done: (autopay: PublicAutopay) => void
}) {
  const underWay = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const act = async ({ route, body }: Act) => {
    if (underWay.current) return
    underWay.current = true
    setBusy(true)
    setProblem(null)
    try {
      const changed = await linkApi(route, token, body && { body: body as never })
      takeStep()
      done(changed)
    } catch (thrown) {
      const { fields, error_description } = asApiError(thrown)
      setProblem(Object.values(fields ?? {})[0] ?? error_description)
    }
    underWay.current = false
    setBusy(false)
  }
  const button = (name: string, what: Act, second = true) => (
    <button
      type="button"
      className={css.button}
      {...(second && { 'data-second': true })}
      aria-disabled={busy}
      onClick={() => void act(what)}
    >
      {name}
    </button>
  )
  return (
    <div className={`${pay.form} ${styles.acts}`} aria-busy={busy}>
      <div role="alert">
        {problem && (
          <p className={css.wrong}>
            <Icon of={WarningTriangle} />
            <span>{problem}</span>
          </p>
        )}
      </div>
      {state === 'active' && (
        <>
          {button('Metti in pausa', pause)}
          {button('Pausa di un mese', { ...pause, body: { until: addMonths(today(), 1) } })}
        </>
      )}
      {state === 'paused' && pause_reason !== 'source' && button('Riprendi', resume, false)}
      {state !== 'revoked' && button('Revoca', revoke)}
      {state === 'revoked' && restorable && button('Torna indietro: riattivalo', restore)}
    </div>
  )
}

/** The next debits, and those that the payer pays by hand. */
const Next = ({ autopay: { next } }: { autopay: PublicAutopay }) => (
  <section aria-labelledby="next-debits">
    <h2 id="next-debits" className={styles.title}>
      Prossimi addebiti
    </h2>
    {next.length === 0 ? (
      <p className={css.small}>Nessuno in vista: si aggiungono quando arriva una bolletta.</p>
    ) : (
      <table className={pay.rows} aria-label="Prossimi addebiti">
        <tbody>
          {next.map(
            ({ instalment_id, bill_number, due_date, collect_on, amount, over_cap, left_to_payer }) => (
              <tr key={instalment_id}>
                <td>
                  Bolletta {bill_number}
                  <small>
                    {left_to_payer !== null
                      ? `scade il ${formatDate(due_date)}, la paghi tu. ${left_to_payer}`
                      : over_cap
                        ? `scade il ${formatDate(due_date)}: supera il limite, la paghi tu`
                        : `addebito il ${formatDate(collect_on)}`}
                  </small>
                </td>
                <td>{formatEuro(amount)}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    )}
  </section>
)
