import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import links from '../../ui/layout/Links.module.css'
import styles from './Reminders.module.css'
import { paperCount, paperOfRun, savePdf } from './reminder-acts.ts'
import type { Run } from './reminder-query.ts'

/** After letters on paper were prepared: print them, and record the delivery later. */
export function PaperReady({ run: { run_id, to_deliver }, onClose }: { run: Run; onClose: () => void }) {
  const [fetching, setFetching] = useState(false)
  const print = async () => {
    setFetching(true)
    try {
      await savePdf(await paperOfRun(run_id))
    } finally {
      setFetching(false)
    }
  }
  return (
    <>
      <p role="status">
        <strong>{paperCount(to_deliver)} da stampare.</strong>
      </p>
      <p className={styles.dim}>
        {to_deliver === 1 ? 'Vale' : 'Valgono'} come sollecito solo quando registri la consegna, dall’elenco
        delle{' '}
        <Link {...paths.reminders({ state: 'to_deliver' })} className={links.link} onClick={onClose}>
          lettere da consegnare
        </Link>
        .
      </p>
      <div className={styles.foot}>
        <Button variant="default" onClick={onClose}>
          Chiudi
        </Button>
        <Button loading={fetching} onClick={() => void print()}>
          Scarica {to_deliver === 1 ? 'la lettera' : 'le lettere'} (PDF)
        </Button>
      </div>
    </>
  )
}
