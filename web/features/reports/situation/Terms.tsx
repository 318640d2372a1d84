import { daysBetween, formatDate, today } from '@saldo/domain/dates'
import { Amount } from '../../../ui/data/Amount.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { FiguresTable } from '../FiguresTable.tsx'
import styles from '../Reports.module.css'
import type { Owed } from './situation-query.ts'

/** By when the administrator must act for the debts of each year (art. 1129 c.c.), and how many days are left. */
export function Terms({ terms }: { terms: Owed['terms'] }) {
  return (
    <Section title="Termini per agire">
      {terms.length === 0 ? (
        <p className={styles.note}>Nessuna rata scaduta: non c’è nulla da recuperare.</p>
      ) : (
        <FiguresTable
          label="Termini per agire"
          rows={terms}
          rowKey={({ year }) => year}
          columns={[
            { header: 'Scaduto nel', cell: ({ year }) => year },
            { header: 'Importo', cell: ({ overdue }) => <Amount cents={overdue} /> },
            {
              header: 'Agire entro',
              cell: ({ act_by }) => (
                <>
                  {formatDate(act_by)}
                  <DaysLeft act_by={act_by} />
                </>
              ),
            },
          ]}
        />
      )}
      <p className={styles.note}>
        Salvo dispensa dell’assemblea, l’amministratore agisce per la riscossione entro sei mesi dalla
        chiusura dell’esercizio in cui il credito è esigibile (art. 1129 c.c.). Qui l’esercizio è l’anno
        solare.
      </p>
    </Section>
  )
}

function DaysLeft({ act_by }: { act_by: string }) {
  const left = daysBetween(today(), act_by)
  if (left < 0)
    return <small className={styles.late}>passato da {-left === 1 ? 'un giorno' : `${-left} giorni`}</small>
  return <small>{left === 0 ? 'oggi' : left === 1 ? 'manca un giorno' : `mancano ${left} giorni`}</small>
}
