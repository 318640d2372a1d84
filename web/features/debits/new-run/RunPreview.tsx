import { Button, Checkbox } from '@mantine/core'
import type { DebitOrderFormat } from '@saldo/contract/payments/debit-runs'
import { formatLongDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { agreedNoticeDays } from '@saldo/domain/sepa/mandate'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import styles from '../../../records/choose-bills/Choice.module.css'
import { forgetChoice, readWithout, storeWithout } from '../../../records/choose-bills/chosen-bills.ts'
import { useKeptKey } from '../../../session/kept-key.ts'
import { mailsLeave } from '../../../session/mailed.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../../ui/feedback/toast.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { formatCountOf } from '../../../ui/grid/list.ts'
import { Section } from '../../../ui/layout/Section.tsx'
import { CreditorSetup } from '../../mandates/CreditorSetup.tsx'
import { debitSetupQuery } from '../../mandates/mandate-query.ts'
import { showRun } from '../debit-query.ts'
import { debitWords, payerWords } from '../debit-words.ts'
import { ExcludedBills } from './ExcludedBills.tsx'
import { IncludedBills } from './IncludedBills.tsx'
import { type Choice, type Included, type Preview, previewQuery } from './preview-query.ts'

type Props = { choice: Choice; format: DebitOrderFormat; onToldOtherwise: (told: boolean) => void }

/** Which bills are debited and which are not, with the reasons; then makes the run. */
export function RunPreview(props: Props) {
  const { data: preview, ...query } = useQuery(previewQuery(props.choice))
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a vedere che cosa si può addebitare"
        onRetry={() => void query.refetch()}
      />
    )
  if (!preview)
    return (
      <Loading what="che cosa si può addebitare">
        <TextSkeleton lines={8} />
      </Loading>
    )
  return <Shown {...props} preview={preview} stale={query.isFetching} />
}

function Shown({
  choice,
  format,
  onToldOtherwise,
  preview,
  stale,
}: Props & { preview: Preview; stale: boolean }) {
  const { account_id } = choice
  const [without, setWithout] = useState(() => readWithout('debit-run', String(account_id)))
  const change = (next: ReadonlySet<number>) => {
    setWithout(next)
    storeWithout('debit-run', String(account_id), next)
  }
  const { data: setup } = useQuery(debitSetupQuery(account_id))
  // What is missing is asked for above: it is not said twice.
  const asked = setup !== undefined && (setup.creditor_id === null || setup.iban === null)
  const chosen = preview.included.filter(({ bill_id }) => !without.has(bill_id))
  const amount = chosen.reduce((sum, line) => sum + line.amount, 0)
  return (
    <div className={styles.preview} aria-busy={stale}>
      <CreditorSetup account_id={account_id} />
      {preview.why_not && !asked && <p className={styles.warning}>{preview.why_not}</p>}
      <Section title="Il giorno di addebito">
        <p className={styles.line}>{daySentence(preview, choice)}</p>
        <p className={styles.dim}>
          Fra il preavviso e l’addebito passano almeno {agreedNoticeDays} giorni, come dice il mandato, e le
          banche addebitano solo nei giorni in cui lavorano. Il primo giorno possibile è{' '}
          {formatLongDate(preview.first_collect_on)}.
        </p>
      </Section>
      {preview.included.length > 0 ? (
        <Section title={`Si addebitano: ${formatCountOf(chosen.length, debitWords)}, ${formatEuro(amount)}`}>
          <IncludedBills preview={preview} without={without} onChange={change} />
        </Section>
      ) : (
        <EmptyState title="Nessuna bolletta da addebitare">
          {preview.excluded.length > 0
            ? 'Qui sotto trovi perché restano fuori.'
            : 'Nessuno ha rate in scadenza entro quel giorno.'}
        </EmptyState>
      )}
      {preview.excluded.length > 0 && (
        <Section title="Restano fuori">
          <ExcludedBills excluded={preview.excluded} />
          {preview.excluded_count > preview.excluded.length && (
            <p className={styles.dim}>
              {formatCountOf(preview.excluded_count - preview.excluded.length, {
                one: 'altra bolletta senza mandato non è elencata.',
                many: 'altre bollette senza mandato non sono elencate.',
              })}
            </p>
          )}
        </Section>
      )}
      <ToldOtherwise choice={choice} preview={preview} onChange={onToldOtherwise} />
      <Confirm
        {...{ choice, format, preview, chosen, amount }}
        stale={stale}
        all={chosen.length === preview.included.length}
      />
    </div>
  )
}

/** On which day it is collected, and why not on the day that was asked for. */
function daySentence({ collect_on }: Preview, { collect_on: asked }: Choice): string {
  const day = formatLongDate(collect_on)
  return asked && asked !== collect_on
    ? `${capital(formatLongDate(asked))} non si può: si addebita ${day}.`
    : `Si addebita ${day}.`
}
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Offered only where it changes something: somebody has no e-mail address for the notice. */
function ToldOtherwise({
  choice,
  preview,
  onChange,
}: {
  choice: Choice
  preview: Preview
  onChange: (told: boolean) => void
}) {
  const told = choice.told_otherwise === true
  const without =
    preview.excluded.filter(({ reason }) => reason === 'no_email').length +
    (told ? preview.included.filter(({ email_hint }) => email_hint === null).length : 0)
  if (without === 0 && !told) return null
  return (
    <Checkbox
      label={`Avviso io chi non ha un’e-mail (${formatCountOf(without, { one: 'bolletta', many: 'bollette' })})`}
      description="L’avviso va dato comunque, almeno tre giorni prima: a voce o con una lettera."
      checked={told}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

function Confirm({
  choice,
  format,
  preview,
  chosen,
  amount,
  all,
  stale,
}: Pick<Props, 'choice' | 'format'> & {
  preview: Preview
  chosen: readonly Included[]
  amount: number
  /** Whether every debit of the preview is still chosen. */
  all: boolean
  stale: boolean
}) {
  const navigate = useNavigate()
  const key = useKeptKey(`debit-run:${choice.account_id}`)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const payers = new Set(
    chosen.filter(({ email_hint }) => email_hint !== null).map(({ subject_id }) => subject_id),
  )
  const make = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const run = await api('POST /v1/debit-runs', {
        idempotencyKey: key,
        body: {
          ...choice,
          ...(all ? {} : { bill_ids: chosen.map(({ bill_id }) => bill_id) }),
          // The day that is on screen, also when it was left to the server.
          collect_on: preview.collect_on,
          format,
          presumed: { count: chosen.length, amount },
        },
      })
      forgetChoice('debit-run', String(choice.account_id))
      await showRun(run)
      alertToast(`Distinta creata. ${toldWords(payers.size)}`, 'success')
      await navigate(paths.debitRun(run.run_id))
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <div className={styles.confirm}>
      <p className={styles.line} aria-live="polite">
        {chosen.length > 0
          ? `${payers.size === 1 ? 'Riceve' : 'Ricevono'} il preavviso per e-mail ${formatCountOf(payers.size, payerWords)}.`
          : 'Nessuna bolletta scelta.'}
      </p>
      <FormFailure failure={failure} />
      <div>
        <Button
          size="lg"
          loading={busy}
          disabled={chosen.length === 0 || preview.why_not !== null || stale}
          onClick={() => void make()}
        >
          Crea la distinta di {formatEuro(amount)}
        </Button>
      </div>
    </div>
  )
}

/** `Il preavviso parte per 11 persone.`; where no mail leaves, that it does not. */
function toldWords(payers: number): string {
  if (payers === 0) return 'Nessun preavviso per e-mail: avvisa tu chi paga.'
  return mailsLeave()
    ? `Il preavviso parte per ${formatCountOf(payers, payerWords)}.`
    : 'Il preavviso è pronto, ma qui non c’è un server di posta.'
}
