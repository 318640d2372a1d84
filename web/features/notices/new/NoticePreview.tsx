import { Button } from '@mantine/core'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { noticeKindLabels } from '@saldo/domain/payments/notice'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import styles from '../../../records/choose-bills/Choice.module.css'
import { forgetChoice, readWithout, storeWithout } from '../../../records/choose-bills/chosen-bills.ts'
import { LeftOutGroup } from '../../../records/choose-bills/LeftOutGroup.tsx'
import { TakenGroup } from '../../../records/choose-bills/TakenGroup.tsx'
import { IfPermitted } from '../../../session/permissions/IfPermitted.tsx'
import { LinkButton } from '../../../ui/buttons/PlainButton.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { formatCountOf } from '../../../ui/grid/list.ts'
import { Section } from '../../../ui/layout/Section.tsx'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.ts'
import { refreshNotices } from '../notice-query.ts'
import { billWords, noticeWords } from '../notice-words.ts'
import { BankSetup } from './BankSetup.tsx'
import { type Candidate, type Choice, type Preview, previewQuery } from './preview-query.ts'

const DebtorBankDialog = lazyWithRetry(() => import('./DebtorBankDialog.tsx'))

/** `of`: the condominium, or that the bills were chosen elsewhere. */
type Props = { of: string; choice: Choice }

/** Which bills get a notice and which do not, with the reasons; then makes the files. */
export function NoticePreview(props: Props) {
  const { data: preview, ...query } = useQuery(previewQuery(props.choice))
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a vedere quali bollette possono avere un avviso"
        onRetry={() => void query.refetch()}
      />
    )
  if (!preview)
    return (
      <Loading what="quali bollette possono avere un avviso">
        <TextSkeleton lines={8} />
      </Loading>
    )
  return (
    <Shown {...props} preview={preview} stale={query.isFetching} onChanged={() => void query.refetch()} />
  )
}

function Shown({
  of,
  choice,
  preview,
  stale,
  onChanged,
}: Props & { preview: Preview; stale: boolean; onChanged: () => void }) {
  const [without, setWithout] = useState(() => readWithout('notices', of))
  const change = (next: ReadonlySet<number>) => {
    setWithout(next)
    storeWithout('notices', of, next)
  }
  const taken = preview.bills.filter(({ why_not }) => why_not === null)
  const leftOut = groupBy(
    preview.bills.filter(({ why_not }) => why_not !== null),
    ({ why_not }) => why_not as string,
  )
  const chosen = taken.filter(({ bill_id }) => !without.has(bill_id))
  const amount = chosen.reduce((sum, bill) => sum + bill.amount, 0)
  const label = noticeKindLabels[choice.kind ?? 'mav']
  const [asking, setAsking] = useState<Candidate | null>(null)
  const accounts = groupBy(taken, ({ account_id }) => account_id)
  return (
    <div className={styles.preview} aria-busy={stale}>
      <BankSetup accounts={preview.accounts} label={label} />
      {preview.beyond > 0 && (
        <p className={styles.warning}>
          Un file ne tiene 2.000: {formatCountOf(preview.beyond, billWords)} con la scadenza più lontana non{' '}
          {preview.beyond === 1 ? 'è' : 'sono'} in elenco. Fai un secondo file dopo questo.
        </p>
      )}
      {taken.length > 0 ? (
        <Section title={`Nel file: ${formatCountOf(chosen.length, noticeWords)}, ${formatEuro(amount)}`}>
          <div>
            {[...accounts].map(([account_id, bills]) => (
              <TakenGroup
                key={account_id}
                name={bills[0].account_name}
                words={noticeWords}
                act={`${label} a`}
                open={accounts.size === 1}
                lines={bills}
                without={without}
                onChange={change}
                who={({ who }) => who}
              >
                {(bill) => ({
                  after: bill.due_on && ` · scadenza ${formatDate(bill.due_on)}`,
                  below: (
                    <>
                      {bill.debtor_bank && (
                        <span className={styles.dim}>
                          ABI {bill.debtor_bank.abi}, CAB {bill.debtor_bank.cab}{' '}
                          <DebtorBankButton bill={bill} ask={setAsking} />
                        </span>
                      )}
                      {bill.warnings.map((warning) => (
                        <span key={warning} className={styles.note}>
                          {warning}
                        </span>
                      ))}
                    </>
                  ),
                })}
              </TakenGroup>
            ))}
          </div>
        </Section>
      ) : (
        <EmptyState title={`Nessuna bolletta può avere ${choice.kind === 'riba' ? 'una RiBa' : 'un MAV'}`}>
          {preview.bills.length > 0
            ? 'Qui sotto trovi perché restano fuori.'
            : 'Non ci sono bollette da pagare con questa scelta.'}
        </EmptyState>
      )}
      {leftOut.size > 0 && (
        <Section title="Restano fuori">
          <div>
            {[...leftOut].map(([why, lines]) => (
              <LeftOutGroup
                key={why}
                why={why}
                lines={lines}
                action={(bill) => bill.lacks_debtor_bank && <DebtorBankButton bill={bill} ask={setAsking} />}
              />
            ))}
          </div>
        </Section>
      )}
      <Confirm {...{ of, choice, chosen, amount, stale, onChanged }} />
      <Suspense>{asking && <DebtorBankDialog bill={asking} onClose={() => setAsking(null)} />}</Suspense>
    </div>
  )
}

const DebtorBankButton = ({ bill, ask }: { bill: Candidate; ask: (bill: Candidate) => void }) => (
  <IfPermitted permission="payments:write">
    <LinkButton
      aria-label={`${bill.debtor_bank ? 'Cambia' : 'Scrivi'} la banca di ${bill.who}`}
      onClick={() => ask(bill)}
    >
      {bill.debtor_bank ? 'Cambia' : 'Scrivi ABI e CAB'}
    </LinkButton>
  </IfPermitted>
)

function Confirm({
  of,
  choice,
  chosen,
  amount,
  stale,
  onChanged,
}: Props & { chosen: readonly Candidate[]; amount: number; stale: boolean; onChanged: () => void }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const make = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const { flows } = await api('POST /v1/notices', {
        body: {
          bill_ids: chosen.map(({ bill_id }) => bill_id),
          ...(choice.kind ? { kind: choice.kind } : {}),
          ...(choice.due_on ? { due_on: choice.due_on } : {}),
          presumed: { count: chosen.length, amount },
        },
      })
      forgetChoice('notices', of)
      void refreshNotices()
      await navigate({ ...paths.noticeFiles(flows.map(({ flow_id }) => flow_id)), replace: true })
    } catch (error) {
      setFailure(error)
      setBusy(false)
      // A bill was paid meanwhile, or a lost answer had made the file: the preview says so.
      onChanged()
    }
  }
  const files = new Set(chosen.map(({ account_id }) => account_id)).size
  return (
    <div className={styles.confirm}>
      <p className={styles.line} aria-live="polite">
        {chosen.length === 0
          ? 'Nessuna bolletta scelta.'
          : files === 1
            ? `Un file, per la banca del condominio. ${recallOf(choice)}`
            : `${files} file, uno per la banca di ogni condominio. ${recallOf(choice)}`}
      </p>
      <FormFailure failure={failure} />
      <div>
        <Button size="lg" loading={busy} disabled={chosen.length === 0 || stale} onClick={() => void make()}>
          Crea il flusso di {formatEuro(amount)}
        </Button>
      </div>
    </div>
  )
}

const recallOf = ({ kind }: Choice): string =>
  kind === 'riba'
    ? 'Una RiBa si richiama dall’home banking o in filiale.'
    : 'Il richiamo si può chiedere finché l’avviso non è pagato.'

/** In the order in which the keys are met; no group is empty. */
function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, [Row, ...Row[]]> {
  const groups = new Map<Key, [Row, ...Row[]]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}
