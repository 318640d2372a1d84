import { formatEuro } from '@saldo/domain/money'
import { WarningTriangle } from 'iconoir-react'
import { useId } from 'react'
import css from '../../public/layout/Page.module.css'
import { sourceName } from '../../records/source-name.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import { expiryOf, sourceIcons } from '../sources/source-words.ts'
import styles from './SavedMethods.module.css'
import type { SavedWay } from './saved-methods.ts'

/**
 * The cards and accounts that the payer has saved: one tap pays. One that cannot pay says why. `amount`: the cents that this
 * way pays.
 */
export function SavedMethods({
  ways,
  amount,
  pay,
  busy,
  problem,
}: {
  ways: readonly SavedWay[]
  amount: (way: SavedWay) => number
  pay: (way: SavedWay) => void
  /** The method that is paying. */
  busy: number | null
  problem: string | null
}) {
  const id = useId()
  if (ways.length === 0) return null
  return (
    <section className={styles.saved} aria-labelledby={id}>
      <h2 id={id}>Con un metodo salvato</h2>
      <ul className={styles.list}>
        {ways.map((way) => {
          const { method, pays, not } = way
          const name = sourceName(method)
          return (
            <li key={method.source_id} className={styles.way}>
              <div className={styles.name}>
                <Icon of={sourceIcons[method.type]} size={20} />
                <strong>{name}</strong>
                <span className={styles.dim}>{expiryOf(method)}</span>
              </div>
              {not.map(({ group, why }) => (
                <p key={group.account_id} className={styles.why}>
                  {pays.length > 0 && `${group.asker.account_name}: `}
                  {why}
                </p>
              ))}
              {pays.length > 0 && (
                <button
                  type="button"
                  className={css.button}
                  aria-disabled={busy !== null}
                  onClick={() => busy === null && pay(way)}
                >
                  {busy === method.source_id ? 'Aspetta un momento…' : `Paga ${formatEuro(amount(way))}`}
                  <VisuallyHidden> con {name}</VisuallyHidden>
                </button>
              )}
            </li>
          )
        })}
      </ul>
      <div role="alert">
        {problem && (
          <p className={css.wrong}>
            <Icon of={WarningTriangle} />
            <span>{problem}</span>
          </p>
        )}
      </div>
    </section>
  )
}
