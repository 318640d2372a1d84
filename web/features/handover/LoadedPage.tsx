import { Button } from '@mantine/core'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { useFullUserReason } from '../../session/permissions/permission.ts'
import { ReasonedButton } from '../../ui/buttons/ReasonedButton.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { LoadedRecord } from '../../ui/feedback/LoadedRecord.tsx'
import { Progress } from '../../ui/feedback/Progress.tsx'
import { formatCount } from '../../ui/grid/list.ts'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './Handover.module.css'
import { discardHandover, takeOver } from './handover-acts.ts'
import { type Handover, handoverQuery, isUnderWay } from './handover-query.ts'
import { loadedStates, refusalInWords, whoAndWhen } from './handover-words.ts'

/** A loaded ZIP in any state: what it would make, what stands in the way, what does not come in. */
export function LoadedPage() {
  const id = Number(useParams({ strict: false }).id)
  const query = useQuery(handoverQuery(id))
  const found = query.data
  return (
    <LoadedRecord
      query={query}
      the="il passaggio di consegne"
      missing="Questo passaggio di consegne non c’è"
      list={
        <Link {...paths.takeOver()} className={links.link}>
          Prendi in consegna un condominio
        </Link>
      }
      name={found?.account_name ?? found?.file_name ?? `n. ${id}`}
      tabTitle="Passaggio di consegne"
    >
      {(found) => (
        <>
          <PageTitle
            title={<span className={styles.name}>{found.account_name ?? found.file_name}</span>}
            summary={<StateLabel state={loadedStates[found.state]} />}
          />
          <div className={styles.page}>
            <Stage found={found} />
          </div>
        </>
      )}
    </LoadedRecord>
  )
}

function Stage({ found }: { found: Handover }) {
  if (isUnderWay(found)) {
    const what = found.state === 'reading' ? 'Controllo lo ZIP' : 'Scrivo il condominio'
    return (
      <div className={styles.progress}>
        <p role="status">
          <strong>{what}</strong>
        </p>
        <Progress label={what} share={null} />
        <p className={styles.dim}>Puoi andare altrove: lo ritrovi fra gli ultimi caricati.</p>
      </div>
    )
  }
  return (
    <>
      {found.refusal !== null && (
        <Section title="Perché non si può caricare">
          <p className={styles.text}>{refusalInWords(found)}</p>
          <p className={styles.dim}>Non è stato scritto niente, e lo ZIP è stato eliminato da Saldo.</p>
        </Section>
      )}
      {found.figures && <Figures figures={found.figures} done={found.state === 'done'} />}
      {found.problems.length > 0 && found.state === 'to_check' && (
        <Section title="Prima di continuare">
          <Sentences all={found.problems} />
        </Section>
      )}
      {found.notes.length > 0 && (
        <Section title="Da sapere">
          <Sentences all={found.notes} />
        </Section>
      )}
      {found.state === 'to_check' && <Decide found={found} />}
      {found.state === 'done' && found.account_id !== null && (
        <p className={styles.text}>
          <Link {...paths.accountPage(found.account_id)} className={links.link}>
            Apri il condominio
          </Link>
        </p>
      )}
      <p className={styles.dim}>{whoAndWhen(found)}</p>
    </>
  )
}

function Figures({ figures, done }: { figures: NonNullable<Handover['figures']>; done: boolean }) {
  const known = figures.known_people > 0 ? `${formatCount(figures.known_people)} le hai già` : null
  const shown: [name: string, value: string, more?: string | null][] = [
    ['Unità', formatCount(figures.units)],
    ['Persone', formatCount(figures.people), known],
    ['Bollette', formatCount(figures.bills), formatEuro(figures.amount)],
    ['Incassato', formatEuro(figures.settled)],
    ['Residuo', formatEuro(figures.residue)],
    ['Scaduto', formatEuro(figures.overdue), `al ${formatDate(figures.day)}`],
    ['Crediti', formatEuro(figures.credits)],
    ['Mandati', formatCount(figures.mandates), figures.mandates > 0 ? 'come bozze' : null],
    ['Documenti', formatCount(figures.documents)],
  ]
  return (
    <Section title={done ? 'Che cosa è arrivato' : 'Che cosa porta'}>
      <p className={styles.dim}>
        Da {figures.office}, del {formatDate(figures.day)}
      </p>
      <dl className={styles.figures}>
        {shown.map(([name, value, more]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {more && <small>{more}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

const Sentences = ({ all }: { all: readonly string[] }) => (
  <ul className={styles.sentences}>
    {all.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
)

function Decide({ found }: { found: Handover }) {
  const mayNot = useFullUserReason('office:write', 'Il passaggio di consegne lo conferma')
  const [busy, setBusy] = useState(false)
  const why = mayNot ?? (found.problems.length > 0 ? 'Risolvi prima quello che è scritto qui sopra.' : null)
  const act = (done: Promise<void>) => {
    setBusy(true)
    void done.finally(() => setBusy(false))
  }
  return (
    <div className={styles.actions}>
      <ReasonedButton why={why} loading={busy} onClick={() => act(takeOver(found))}>
        Prendi in consegna il condominio
      </ReasonedButton>
      <Button
        variant="default"
        disabled={busy || mayNot !== null}
        onClick={() => act(discardHandover(found))}
      >
        Scarta lo ZIP
      </Button>
    </div>
  )
}
