import { Button } from '@mantine/core'
import {
  type ItemAction,
  itemActions,
  itemClassLabels,
  itemKindLabels,
} from '@saldo/domain/accounting/reconciliation'
import { formatDateTime } from '@saldo/domain/dates'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { Amount } from '../../ui/data/Amount.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import links from '../../ui/layout/Links.module.css'
import { paymentNumber } from '../payments/payment-words.ts'
import { ExplainDialog } from './ExplainDialog.tsx'
import styles from './Items.module.css'
import { itemStates } from './item-states.ts'
import { applyItem, postItem, reopenItem } from './reconciliation-acts.ts'
import type { Item } from './reconciliation-query.ts'
import { itemSentence, postLabel } from './reconciliation-words.ts'

/** A difference: what it is about, what each book says, ids to copy, actions. */
export function ItemCard({ item }: { item: Item }) {
  const fee = item.kind === 'fee_differs'
  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        <h4>{itemKindLabels[item.kind]}</h4>
        <span data-danger={item.state === 'open' || undefined}>
          <Amount cents={item.difference} size="strong" />
        </span>
      </div>
      <p className={styles.about}>
        <Subject item={item} />
      </p>
      {item.state === 'open' && <p>{itemSentence(item)}</p>}
      <dl className={styles.sides}>
        <Side name={fee ? 'Commissione del provider' : 'Provider'} cents={item.provider_amount}>
          {item.provider_object && <Id text={item.provider_object} what="l’id del provider" />}
          {item.movement_id && <Id text={item.movement_id} what="il movimento del provider" />}
        </Side>
        {!fee && <Side name="Pagamenti" cents={item.our_amount} />}
        <Side name={fee ? 'Commissione scritta' : 'Scritture'} cents={item.ledger_amount} />
      </dl>
      {item.reason && item.state === 'explained' && (
        <blockquote className={styles.reason}>
          {item.reason}
          <footer>
            {item.explained_by}
            {item.explained_at && `, ${formatDateTime(item.explained_at)}`}
          </footer>
        </blockquote>
      )}
      {item.state === 'resolved' ? (
        <StateLabel state={itemStates.resolved} />
      ) : (
        <IfPermitted permission="payments:write">
          <Actions item={item} />
        </IfPermitted>
      )}
    </li>
  )
}

function Subject({ item }: { item: Item }) {
  if (item.payment_id === null) return <>{itemClassLabels[item.class]}</>
  return (
    <>
      {itemClassLabels[item.class]} ·{' '}
      <Link {...paths.paymentPage(item.payment_id)} className={links.link}>
        {paymentNumber(item.payment_id)}
      </Link>
      <CopyButton text={paymentNumber(item.payment_id)} what="il numero del pagamento" /> ·{' '}
      {[item.subject_nominative, item.bill_number, item.account_name].filter(Boolean).join(' · ')}
    </>
  )
}

function Side({ name, cents, children }: { name: string; cents: number; children?: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Amount cents={cents} />
        {children && <span className={styles.ids}>{children}</span>}
      </dd>
    </div>
  )
}

const Id = ({ text, what }: { text: string; what: string }) => (
  <span className={styles.id}>
    <code>{text}</code>
    <CopyButton text={text} what={what} />
  </span>
)

function Actions({ item }: { item: Item }) {
  const [busy, setBusy] = useState<ItemAction | 'reopen' | null>(null)
  const [explaining, setExplaining] = useState(false)
  const can = itemActions(item)
  const run = async (action: ItemAction | 'reopen', act: () => Promise<boolean>) => {
    setBusy(action)
    await act()
    setBusy(null)
  }
  return (
    <div className={styles.actions} data-print="away">
      {can.includes('apply') && (
        <Button size="xs" loading={busy === 'apply'} onClick={() => void run('apply', () => applyItem(item))}>
          Applica
        </Button>
      )}
      {can.includes('post') && (
        <Button size="xs" loading={busy === 'post'} onClick={() => void run('post', () => postItem(item))}>
          {postLabel(item)}
        </Button>
      )}
      {can.includes('explain') && (
        <Button size="xs" variant="default" onClick={() => setExplaining(true)}>
          Segna come spiegata
        </Button>
      )}
      {item.state === 'explained' && (
        <Button
          size="xs"
          variant="default"
          loading={busy === 'reopen'}
          onClick={() => void run('reopen', () => reopenItem(item))}
        >
          Annulla la spiegazione
        </Button>
      )}
      {explaining && <ExplainDialog item={item} onClose={() => setExplaining(false)} />}
    </div>
  )
}
