import { formatDate, formatDateTime, formatLongDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { refundableUntil } from '@saldo/domain/sepa/debit-dates'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { CopyButton } from '../../../ui/buttons/CopyButton.tsx'
import { Amount } from '../../../ui/data/Amount.tsx'
import { Facts } from '../../../ui/data/Facts.tsx'
import { StateLabel } from '../../../ui/data/StateLabel.tsx'
import { LoadedRecord } from '../../../ui/feedback/LoadedRecord.tsx'
import { formatCountOf } from '../../../ui/grid/list.ts'
import links from '../../../ui/layout/Links.module.css'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { RecordColumns } from '../../../ui/layout/RecordPage.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { type DebitRunDetail, debitRunQuery } from '../debit-query.ts'
import { debitRunStates, debitWords, sequenceLabels } from '../debit-words.ts'
import styles from './Run.module.css'
import { RunActions } from './RunActions.tsx'
import { RunDebits } from './RunDebits.tsx'

/** One file of debits: where it stands, what to do next, its debits and what became of each. */
export function DebitRunPage() {
  const id = Number(useParams({ strict: false }).id)
  const query = useQuery(debitRunQuery(id))
  const name = query.data ? titleOf(query.data) : 'Distinta'
  return (
    <LoadedRecord
      query={query}
      the="la distinta"
      missing="Questa distinta non c’è"
      list={
        <Link {...paths.debitRuns()} className={links.link}>
          Distinte
        </Link>
      }
      name={name}
      tabTitle={name}
    >
      {(run) => <Found run={run} />}
    </LoadedRecord>
  )
}

const titleOf = ({ account_name, collect_on }: DebitRunDetail) => `${account_name}, ${formatDate(collect_on)}`

function Found({ run }: { run: DebitRunDetail }) {
  return (
    <>
      <PageTitle
        title={titleOf(run)}
        summary={`${formatCountOf(run.count, debitWords)} in una distinta per la banca`}
      />
      <div className={styles.head}>
        <Amount cents={run.amount} size="page" total={run.state === 'closed' ? 'closed' : 'open'} />
        <StateLabel state={debitRunStates[run.state]} tinted />
      </div>
      <p className={styles.line}>{sentences[run.state](run)}</p>
      <RunActions run={run} />
      <RecordColumns
        main={<RunDebits run={run} />}
        side={
          <>
            <Section title="Com’è andata">
              <Facts rows={outcome(run)} />
            </Section>
            <Section title="Nel file" help="mandate">
              <Facts
                rows={run.blocks.map(({ sequence, count, amount }) => [
                  `${sequenceLabels[sequence]} (${sequence})`,
                  `${formatCountOf(count, debitWords)}, ${formatEuro(amount)}`,
                ])}
              />
            </Section>
            <Section title="Dettagli">
              <Facts rows={facts(run)} />
            </Section>
          </>
        }
      />
    </>
  )
}

const sentences: Record<DebitRunDetail['state'], (run: DebitRunDetail) => string> = {
  announced: ({ last_presentation_on, collect_on }) =>
    `Chi paga riceve il preavviso. Presenta la distinta entro ${formatLongDate(last_presentation_on)}: la banca addebita ${formatLongDate(collect_on)}.`,
  presented: ({ loaded }) =>
    loaded
      ? 'È stata presentata con un altro programma. Carica la risposta della banca per sapere com’è andata.'
      : 'Il file è pronto: caricalo nell’home banking del condominio. Poi carica qui la risposta della banca.',
  closed: () => 'Ogni addebito ha il suo esito.',
  cancelled: () => 'Nessuno di questi addebiti va in banca: le bollette restano da pagare in un altro modo.',
}

const outcome = ({
  waiting,
  collected,
  rejected,
  returned,
  cancelled,
  collect_on,
}: DebitRunDetail): [string, string][] => [
  ['In attesa', formatEuro(waiting)],
  ['Incassato', formatEuro(collected)],
  [
    'Ancora rimborsabile',
    collected > 0 && today() <= refundableUntil(collect_on)
      ? `fino al ${formatDate(refundableUntil(collect_on))}, se chi ha pagato lo chiede alla sua banca`
      : '',
  ],
  ['Scartato dalla banca', rejected > 0 ? formatEuro(rejected) : ''],
  ['Insoluto o restituito', returned > 0 ? formatEuro(returned) : ''],
  ['Non presentato', cancelled > 0 ? formatEuro(cancelled) : ''],
]

const facts = (run: DebitRunDetail): [string, React.ReactNode][] => [
  [
    'Condominio',
    <Link key="account" {...paths.account(run.account_id)} className={links.link}>
      {run.account_name}
    </Link>,
  ],
  ['Addebito il', formatDate(run.collect_on)],
  ['In banca entro il', run.state === 'announced' && formatDate(run.last_presentation_on)],
  ['Formato', run.format],
  [
    'Numero del file',
    run.message_id && (
      <>
        {run.message_id} <CopyButton text={run.message_id} what="il numero del file" />
      </>
    ),
  ],
  ['Creata il', formatDateTime(run.created_at)],
  ['Da', run.created_by_name],
  ['Presentata il', run.presented_at && formatDateTime(run.presented_at)],
]
