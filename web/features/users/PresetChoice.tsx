import {
  customPreset,
  type Matrix,
  type Preset,
  presetMatrix,
  presetName,
  presetOf,
  presets,
} from '@saldo/domain/permissions'
import { sections } from '@saldo/domain/section'
import { useState } from 'react'
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import styles from './SubUsers.module.css'

/**
 * The usual sets of permissions: choosing one ticks them in the matrix below, where they can be adjusted. Which one it is
 * follows from the permissions. `may`: whether the granting user has all that the set grants.
 */
export function PresetChoice({
  value,
  onChange,
  may,
}: {
  value: Matrix
  onChange: (matrix: Matrix) => void
  may: (preset: Preset) => boolean
}) {
  // “Personalizzato” was chosen, though the permissions are still those of a set.
  const [own, setOwn] = useState(false)
  const granted = sections.some((section) => value[section] !== 'none')
  const exact = presetOf(value)
  const custom = own || (granted && exact === null)
  return (
    <fieldset className={styles.presets}>
      <VisuallyHidden>
        <legend>Profilo</legend>
      </VisuallyHidden>
      {presets.map((preset) => (
        <label key={preset.name} className={styles.preset} data-off={!may(preset) || undefined}>
          <input
            type="radio"
            name="permission-preset"
            checked={!custom && exact === preset}
            disabled={!may(preset)}
            onChange={() => {
              setOwn(false)
              onChange(presetMatrix(preset))
            }}
          />
          <span>
            <strong>{preset.name}</strong>
            <span className={styles.holds}>
              {preset.about}
              {!may(preset) && ' Non hai tutti questi permessi: non puoi darli.'}
            </span>
          </span>
        </label>
      ))}
      <label className={styles.preset}>
        <input type="radio" name="permission-preset" checked={custom} onChange={() => setOwn(true)} />
        <span>
          <strong>{customPreset}</strong>
          <span className={styles.holds}>Scegli tu i permessi, sezione per sezione.</span>
        </span>
      </label>
      <p className={styles.note} aria-live="polite">
        {granted && (
          <>
            Profilo con i permessi qui sotto: <strong>{presetName(value)}</strong>
          </>
        )}
      </p>
    </fieldset>
  )
}
