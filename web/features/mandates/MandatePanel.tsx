import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CheckCircle, Circle, Coins, DataTransferBoth, EditPencil, MailOut, Page } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { Facts } from '../../ui/data/Facts.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { mandateStates } from '../../ui/data/states.ts'
import { Timeline, type TimelineEntry } from '../../ui/data/Timeline.tsx'
import { RecordError } from '../../ui/feedback/RecordError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { formatCountOf } from '../../ui/grid/list.ts'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { DetailPanel, type PanelSteps } from '../../ui/overlay/DetailPanel.tsx'
import { MandateActions } from './MandateActions.tsx'
import styles from './Mandates.module.css'
import { type Mandate, type MandateDetail, mandateQuery } from './mandate-query.ts'
import { draftWaitsFor, signingLabels, wayLabels } from './mandate-words.ts'
import { stateOf } from './mandates-list.tsx'

/** A mandate beside the list: state, acts, what it says, its history. */
export function MandatePanel({
  id,
  row,
  steps,
}: {
  id: number
  row: Mandate | undefined
  steps: PanelSteps
}) {
  const { data: mandate, ...query } = useQuery(mandateQuery(id))
  const known = mandate ?? row
  return (
    <DetailPanel
      number={known?.umr ?? `n. ${id}`}
      title={known?.subject_nominative ?? 'Mandato'}
      subtitle={
        known?.account_id && (
          <Link {...paths.account(known.account_id)} className={links.link}>
            {known.account_name}
          </Link>
        )
      }
      steps={steps}
    >
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questo mandato non c’è"
          what="Non riesco a mostrare il mandato"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <Loading what="il mandato">
          <TextSkeleton lines={8} />
        </Loading>
      )}
      {mandate && !query.isError && <Found key={id} mandate={mandate} />}
    </DetailPanel>
  )
}

function Found({ mandate }: { mandate: MandateDetail }) {
  const { planned } = mandate
  return (
    <>
      <StateLabel state={stateOf(mandate)} tinted />
      {mandate.state === 'draft' && <p className={styles.why}>{draftWaitsFor(mandate)}</p>}
      <MandateActions mandate={mandate} />
      <Section title="Dettagli" level={3}>
        <Facts
          rows={[
            [
              'Pagatore',
              <Link key="subject" {...paths.subject(mandate.subject_id)} className={links.link}>
                {mandate.subject_nominative}
              </Link>,
            ],
            ['Intestatario del conto', mandate.debtor_name],
            ['IBAN', mandate.iban],
            ['IBAN di prima', mandate.amended_from && `${mandate.amended_from}, da dire alla banca`],
            [
              'Riferimento (UMR)',
              mandate.umr && (
                <>
                  {mandate.umr} <CopyButton text={mandate.umr} what="il riferimento del mandato" />
                </>
              ),
            ],
            ['Creditore (CID)', mandate.creditor_id],
            ['Come si incassa', wayLabels[mandate.way]],
            ['Firma', signingLabels[mandate.signing]],
            ['Firmato il', mandate.signed_on && formatDate(mandate.signed_on)],
            ['Vale per', mandate.one_off && 'un solo addebito'],
            ['Ultimo incasso', mandate.last_used_at ? formatDate(mandate.last_used_at) : 'mai'],
            ['Senza incassi si estingue il', mandate.lapses_on && formatDate(mandate.lapses_on)],
            [
              'Addebiti non ancora presentati',
              planned.count > 0 && `${planned.count}, ${formatEuro(planned.amount)}`,
            ],
          ]}
        />
        {planned.count > 0 && mandate.account_id && (
          <p className={styles.dim}>
            {formatCountOf(planned.count, { one: 'addebito', many: 'addebiti' })} di questo mandato: se lo
            sospendi o lo revochi non partono più.
          </p>
        )}
      </Section>
      <Section title="Che cosa dice" level={3}>
        <p className={styles.wording}>{mandate.text}</p>
      </Section>
      <Section title="Cronologia" level={3}>
        <Timeline entries={mandate.timeline.map(entryOf).reverse()} />
      </Section>
    </>
  )
}

const looks: Record<string, Pick<TimelineEntry, 'icon' | 'tone'>> = {
  ...mandateStates,
  accepted: { icon: EditPencil, tone: 'info' },
  asked: { icon: MailOut, tone: 'neutral' },
  scan: { icon: Page, tone: 'neutral' },
  active: { icon: CheckCircle, tone: 'success' },
  resumed: { icon: CheckCircle, tone: 'success' },
  amended: { icon: DataTransferBoth, tone: 'info' },
  collected: { icon: Coins, tone: 'success' },
}

const entryOf = (
  { at, kind, text, actor }: MandateDetail['timeline'][number],
  place: number,
): TimelineEntry => ({
  id: place,
  ...(looks[kind] ?? { icon: Circle, tone: 'neutral' as const }),
  what: text,
  at,
  who: actor,
})
