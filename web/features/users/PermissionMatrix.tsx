import type { Level, Matrix } from '@saldo/domain/permissions'
import { FieldError } from '../../ui/form/FieldError.tsx'
import type { FieldProps } from '../../ui/form/useForm.ts'
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import styles from './SubUsers.module.css'
import { levelNames, sectionRows } from './subuser-words.ts'

const levels: readonly Level[] = ['none', 'read', 'write']

/**
 * Matrix of section × level: three radio choices per row, for arrow keys. `may`: the granting user's own permissions,
 * which limit what they can grant.
 */
export function PermissionMatrix({
  name,
  value,
  onChange,
  error,
  may,
}: FieldProps<Matrix> & { may: (section: string, level: Level) => boolean }) {
  const limited = sectionRows.some(({ section }) => !may(section, 'write'))
  return (
    <fieldset className={styles.fieldset} name={name} tabIndex={-1}>
      <VisuallyHidden>
        <legend>Permessi per sezione</legend>
      </VisuallyHidden>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">Sezione</th>
            {levels.map((level) => (
              <th key={level} scope="col">
                {levelNames[level]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sectionRows.map(({ section, name: called, holds }) => (
            <tr key={section}>
              <th scope="row">
                {called}
                <span className={styles.holds}>{holds}</span>
              </th>
              {levels.map((level) => (
                <td key={level} className={styles.choice}>
                  <label>
                    <VisuallyHidden>{`${called}: ${levelNames[level]}`}</VisuallyHidden>
                    <input
                      type="radio"
                      name={`permission-${section}`}
                      checked={value[section] === level}
                      disabled={!may(section, level)}
                      onChange={() => onChange({ ...value, [section]: level })}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {limited && <p className={styles.note}>Puoi dare solo i permessi che hai.</p>}
      {error && (
        <p role="alert" className={styles.wrong}>
          <FieldError>{error}</FieldError>
        </p>
      )}
    </fieldset>
  )
}
