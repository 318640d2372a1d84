import { Button } from '@mantine/core'
import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { paths } from '../../paths.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { queries } from '../../session/queries.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import styles from './LateInterest.module.css'
import { type LateInterest, lateInterestQuery } from './late-interest-query.ts'

/**
 * Late interest of a bill, if its condominium charges any: accrued over which days, already billed, and left. It is
 * billed only on request.
 */
export function LateInterestSection({ bill_id, number }: { bill_id: number; number: string }) {
  const { data: interest } = useQuery(lateInterestQuery(bill_id))
  if (!interest) return null
  const { accrued, charges, not_counted } = interest
  if (accrued === 0 && charges.length === 0 && not_counted.length === 0) return null
  return (
    <Section title="Interessi di mora">
      <table className={styles.table} aria-label="Interessi di mora">
        <tbody>
          {interest.parts.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two instalments may be due on the same day
            <tr key={at}>
              <td>
                Rata del {formatDate(part.due_date)}
                {part.spans.map(({ principal, after, days, until }) => (
                  <p key={after} className={styles.dim}>
                    {formatEuro(principal)} per {days === 1 ? '1 giorno' : `${days} giorni`}, fino al{' '}
                    {formatDate(until)}
                  </p>
                ))}
                {part.since !== part.due_date && (
                  <p className={styles.dim}>
                    In tempo fino al {formatDate(part.since)}: la scadenza è festiva
                  </p>
                )}
              </td>
              <td data-align="right">
                <Amount cents={part.amount} />
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
                <Amount cents={-charge.amount} />
              </td>
            </tr>
          ))}
        </tbody>
        {interest.kind !== 'none' && (
          <tfoot>
            <tr>
              <th scope="row">
                {interest.excess > 0 ? 'Chiesti in più' : 'Da chiedere'} al {formatDate(interest.through_day)}
              </th>
              <td data-align="right">
                <Amount cents={interest.amount - interest.excess} size="strong" />
              </td>
            </tr>
          </tfoot>
        )}
      </table>
      {interest.not_counted.map((why) => (
        <p key={why} className={styles.note}>
          {why}
        </p>
      ))}
      {interest.excess > 0 && (
        <p className={styles.note}>
          La bolletta chiede meno di prima: riduci di {formatEuro(interest.excess)} quella degli interessi, o
          annullala e chiedili di nuovo.
        </p>
      )}
      {interest.amount > 0 && <Charge interest={interest} number={number} />}
    </Section>
  )
}

function Charge({ interest, number }: { interest: LateInterest; number: string }) {
  const [asking, setAsking] = useState(false)
  const amount = formatEuro(interest.amount)
  const may = usePermission('bills:write')
  const charge = async () => {
    try {
      const { charges } = await api('POST /v1/late-interest/charge/{id}', {
        params: { id: interest.bill_id },
      })
      alertToast(`Bolletta ${charges.at(-1)?.number} di ${amount} emessa.`, 'success')
    } catch (error) {
      const why = errorSentence(error, 'Riprova fra poco.')
      alertToast(`Non li ho chiesti. ${why}`, 'danger')
    }
    setAsking(false)
    await queries.invalidateQueries({ queryKey: ['bills'] })
  }
  return (
    <div className={styles.foot}>
      <p className={styles.dim}>
        {interest.kind === 'legal'
          ? 'Al saggio legale.'
          : `Al ${String((interest.agreed_bps ?? 0) / 100).replace('.', ',')}% l’anno.`}{' '}
        Finché non li chiedi, nessuno li deve.
      </p>
      {may && (
        <Button variant="default" onClick={() => setAsking(true)}>
          Chiedi con una bolletta
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={`Chiedi ${amount} di interessi`}
        action={`Emetti la bolletta di ${amount}`}
        onClose={() => setAsking(false)}
        onConfirm={charge}
      >
        Nasce una bolletta nuova, con scadenza fra trenta giorni, per gli interessi della {number} fino al{' '}
        {formatDate(interest.through_day)}. Su quella non maturano altri interessi.
      </ConfirmDialog>
    </div>
  )
}
