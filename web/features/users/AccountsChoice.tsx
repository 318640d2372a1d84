import { searchAccounts } from '../../records/account-reference.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { FieldError } from '../../ui/form/FieldError.tsx'
import type { Reference } from '../../ui/form/OptionList.tsx'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import type { FieldProps } from '../../ui/form/useForm.ts'
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx'
import styles from './SubUsers.module.css'

/** Grants all condominiums, or single ones. `mayAll`: a user restricted to some cannot grant more. */
export function AccountsChoice({
  all,
  some,
  mayAll,
}: {
  all: FieldProps<boolean>
  some: FieldProps<readonly Reference[]>
  mayAll: boolean
}) {
  const error = some.error ?? all.error
  const add = (chosen: Reference | null) => {
    if (chosen && !some.value.some(({ value }) => value === chosen.value))
      some.onChange([...some.value, chosen])
  }
  return (
    <fieldset className={styles.fieldset} name={some.name} tabIndex={-1}>
      <VisuallyHidden>
        <legend>Quali condomìni</legend>
      </VisuallyHidden>
      <label className={styles.which}>
        <input
          type="radio"
          name="which-accounts"
          checked={all.value}
          disabled={!mayAll}
          onChange={() => all.onChange(true)}
        />
        Tutti, anche quelli che arriveranno
      </label>
      <label className={styles.which}>
        <input type="radio" name="which-accounts" checked={!all.value} onChange={() => all.onChange(false)} />
        Solo questi
      </label>
      {!mayAll && <p className={styles.note}>Vedi solo alcuni condomìni: puoi dare solo quelli.</p>}
      {!all.value && (
        <>
          <ReferenceField
            {...some}
            name="which-account"
            error={null}
            kind="accounts"
            label="Aggiungi un condominio"
            search={searchAccounts}
            value={null}
            onChange={add}
          />
          {some.value.length > 0 && (
            <ul className={styles.chosen} aria-label="Condomìni scelti">
              {some.value.map(({ value, label }) => (
                <li key={value}>
                  {label}
                  <LinkButton
                    aria-label={`Togli ${label}`}
                    onClick={() => some.onChange(some.value.filter((each) => each.value !== value))}
                  >
                    Togli
                  </LinkButton>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      {error && (
        <p role="alert" className={styles.wrong}>
          <FieldError>{error}</FieldError>
        </p>
      )}
    </fieldset>
  )
}
