import { Check, Eye, WarningTriangle, Xmark } from 'iconoir-react'
import { Icon } from '../../ui/icons/Icon.tsx'
import rows from '../../ui/layout/RowList.module.css'
import { type Activation, checkName, checkWords } from './activation-words.ts'

const icons = { done: Check, missing: Xmark, to_check: Eye, invalid: WarningTriangle } as const

/** The check list of an activation: each state is a word and an icon. */
export function ActivationChecks({ checks }: Pick<Activation, 'checks'>) {
  return (
    <ul className={rows.list} aria-label="Che cosa serve per attivarlo">
      {checks.map(({ kind, state, fields }) => (
        <li key={kind}>
          <span>
            {checkName(kind)}
            {Object.keys(fields).length > 0 && (
              <span className={rows.dim}> {Object.values(fields).join(' ')}</span>
            )}
          </span>
          <span>
            <Icon of={icons[state]} /> {checkWords[state]}
          </span>
        </li>
      ))}
    </ul>
  )
}
