import { formatDate } from '@saldo/domain/dates'
import { Amount } from '../../../ui/data/Amount.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { FiguresTable } from '../FiguresTable.tsx'
import styles from '../Reports.module.css'
import type { Owed } from './situation-query.ts'

/** What falls due in the next ninety days, day by day. */
export function NextDue({ owed: { next, in_90_days } }: { owed: Owed }) {
  return (
    <Section title="Prossime scadenze, 90 giorni">
      {next.length === 0 ? (
        <p className={styles.note}>Nessuna rata scade nei prossimi novanta giorni.</p>
      ) : (
        <FiguresTable
          label="Prossime scadenze"
          rows={next}
          rowKey={({ due_date }) => due_date}
          columns={[
            { header: 'Scadenza', cell: ({ due_date }) => formatDate(due_date), total: 'Totale' },
            { header: 'Bollette', cell: ({ bills }) => bills },
            {
              header: 'Da incassare',
              cell: ({ amount }) => <Amount cents={amount} />,
              total: <Amount cents={in_90_days} />,
            },
          ]}
        />
      )}
    </Section>
  )
}
