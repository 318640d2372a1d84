import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { DataTransferBoth, Page } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { May } from '../../session/May.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { counted } from '../../ui/grid/list.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Late } from '../../ui/Late.tsx'
import links from '../../ui/Links.module.css'
import { StateLabel } from '../../ui/StateLabel.tsx'
import { balanced, billStates } from '../../ui/states.ts'
import styles from './SubjectFigures.module.css'
import type { Subject } from './subject-query.ts'

/** What a person still owes: on one line while open, on a double rule once settled. */
export function SubjectFigures({ subject }: { subject: Subject }) {
  const { bills_count, residue, overdue } = subject
  const of = { subject_id: String(subject.subject_id) }
  if (bills_count === 0) return <p className={styles.none}>Nessuna bolletta intestata, per ora.</p>
  return (
    <div>
      <div className={styles.head}>
        <span className={styles.label}>Residuo</span>
        {residue === 0 && <StateLabel state={balanced} tinted />}
        {overdue > 0 && <StateLabel state={billStates.overdue} tinted />}
      </div>
      <div className={styles.amount}>
        <Amount cents={residue} size="page" total={residue === 0 ? 'closed' : 'open'} />
      </div>
      <Facts
        rows={[
          [
            'Bollette',
            <Link key="bills" {...paths.bollette(of)} className={links.link}>
              {counted(bills_count, { one: 'bolletta', many: 'bollette' })}
            </Link>,
          ],
          [
            'Scaduto',
            overdue > 0 ? (
              <Link key="overdue" {...paths.bollette({ ...of, state: 'overdue' })} className={links.link}>
                <Late cents={overdue} />
              </Link>
            ) : (
              <Late key="overdue" cents={0} />
            ),
          ],
        ]}
      />
    </div>
  )
}

/** The person's lists, already filtered. */
export function SubjectActions({ subject }: { subject: Subject }) {
  const of = { subject_id: String(subject.subject_id) }
  return (
    <div className={styles.actions}>
      <May permission="bills:read">
        <Button
          renderRoot={(props) => <Link {...paths.bollette(of)} {...props} />}
          leftSection={<Icon of={Page} />}
        >
          Bollette
        </Button>
      </May>
      <May permission="payments:read">
        <Button
          variant="default"
          renderRoot={(props) => <Link {...paths.transazioni(of)} {...props} />}
          leftSection={<Icon of={DataTransferBoth} />}
        >
          Transazioni
        </Button>
      </May>
    </div>
  )
}
