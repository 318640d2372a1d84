import { Button } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { meQuery } from '../../session/queries.ts'
import { percentOfBps } from '../../ui/format/percent.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { FeeDialog } from './FeeDialog.tsx'
import styles from './ProviderAccount.module.css'
import type { ProviderAccount } from './provider-account-query.ts'

/** The platform's fee; only the back office changes it. */
export function FeeSection({ account }: { account: ProviderAccount }) {
  const { data: user } = useSuspenseQuery(meQuery)
  const [editing, setEditing] = useState(false)
  const { fee_bps, fee_fixed } = account
  return (
    <Section
      title="Commissione"
      action={
        user.flag_super_user && (
          <Button size="xs" variant="default" onClick={() => setEditing(true)}>
            Cambia
          </Button>
        )
      }
    >
      <p className={styles.fee}>
        {fee_bps === 0 && fee_fixed === 0
          ? 'La piattaforma non trattiene niente.'
          : `La piattaforma trattiene ${[
              fee_bps > 0 ? percentOfBps(fee_bps) : '',
              fee_fixed > 0 ? formatEuro(fee_fixed) : '',
            ]
              .filter(Boolean)
              .join(' più ')} di ogni pagamento.`}
      </p>
      {editing && <FeeDialog account={account} onClose={() => setEditing(false)} />}
    </Section>
  )
}
