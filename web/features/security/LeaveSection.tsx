import { Button } from '@mantine/core'
import { useState } from 'react'
import { Section } from '../../ui/layout/Section.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import styles from './Security.module.css'

/** A resident closes their own access: what that means is said before the dialog asks. */
export function LeaveSection() {
  const [asking, setAsking] = useState(false)
  return (
    <Section title="Chiudi il tuo accesso">
      <div className={styles.form}>
        <p className={styles.about}>
          Se non vuoi più usare Saldo, chiudi il tuo accesso. Le bollette si pagano lo stesso, con il link che
          arriva per e-mail.
        </p>
        <div>
          <Button variant="default" onClick={() => setAsking(true)}>
            Chiudi il tuo accesso
          </Button>
        </div>
      </div>
      {asking && <LeaveDialog onClose={() => setAsking(false)} />}
    </Section>
  )
}
