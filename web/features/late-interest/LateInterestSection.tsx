import { Button } from '@mantine/core'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { ApiError } from '../../api-error.ts'
import { paths } from '../../paths.ts'
import { useMay } from '../../session/may.ts'
import { queries } from '../../session/queries.ts'
import { Amount } from '../../ui/Amount.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import links from '../../ui/Links.module.css'
import { Section } from '../../ui/Section.tsx'
import { alert } from '../../ui/snackbars.ts'
import styles from './LateInterest.module.css'
import { type LateInterest, lateInterestQuery } from './late-interest-query.ts'

/** The interest a bill has run up, where its condominium counts any; asked for only when somebody says so. */
export function LateInterestSection({ bill_id, number }: { bill_id: number; number: string }) {
  const { data: interest } = useQuery(lateInterestQuery(bill_id))
  if (!interest || (interest.amount === 0 && interest.charges.length === 0)) return null
  return (
    <Section title="Interessi di mora">
      <table className={styles.table} aria-label="Interessi di mora">
        <tbody>
          {interest.parts.map(({ due_date, principal, since, amount }) => (
            <tr key={due_date}>
              <td>
                Su {formatEuro(principal)} della rata del {formatDate(due_date)}
                <p className={styles.dim}>dal giorno dopo il {formatDate(since)}</p>
              </td>
              <td data-align="right">
                <Amount cents={amount} />
              </td>
            </tr>
          ))}
          {interest.charges.map((charge) => (
            <tr key={charge.bill_id}>
              <td>
                Già chiesti fino al {formatDate(charge.through_day)} con la bolletta{' '}
                <Link {...paths.bill(charge.bill_id)} className={links.link}>
                  {charge.number}
                </Link>
              </td>
              <td data-align="right">
                <Amount cents={charge.amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {interest.amount > 0 && <Charge interest={interest} number={number} />}
    </Section>
  )
}

function Charge({ interest, number }: { interest: LateInterest; number: string }) {
  const [asking, setAsking] = useState(false)
  const amount = formatEuro(interest.amount)
  const may = useMay('bills:write')
  const charge = async () => {
    try {
      const { charges } = await api('POST /v1/late-interest/charge/{id}', {
        params: { id: interest.bill_id },
      })
      alert(`Bolletta ${charges.at(-1)?.number} di ${amount} emessa.`, 'settled')
    } catch (error) {
      const why = error instanceof ApiError ? error.error_description : 'Riprova fra poco.'
      alert(`Non li ho chiesti. ${why}`, 'late')
    }
    setAsking(false)
    await queries.invalidateQueries({ queryKey: ['bills'] })
  }
  return (
    <div className={styles.foot}>
      <p className={styles.dim}>
        A oggi {amount}
        {interest.kind === 'legal'
          ? ', al tasso legale.'
          : `, al ${String((interest.agreed_bps ?? 0) / 100).replace('.', ',')}% l’anno.`}{' '}
        Finché non li chiedi, nessuno li deve.
      </p>
      {may && (
        <Button variant="default" onClick={() => setAsking(true)}>
          Chiedi con una bolletta
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={`Chiedere ${amount} di interessi?`}
        action={`Emetti la bolletta di ${amount}`}
        onClose={() => setAsking(false)}
        onConfirm={charge}
      >
        Nasce una bolletta nuova, con scadenza fra trenta giorni, per gli interessi della {number} fino a
        oggi. Su quella non maturano altri interessi.
      </ConfirmDialog>
    </div>
  )
}
