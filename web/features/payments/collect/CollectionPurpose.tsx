import { Checkbox } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import type { FieldProps, useForm } from '../../../ui/form/useForm.ts'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { CollectionParts } from './CollectionParts.tsx'
import { ConfirmDoubt } from './ConfirmDoubt.tsx'
import {
  type Chosen,
  type CollectionPlan,
  chosenErrors,
  idsOf,
  instalmentsOf,
  surplusOf,
  surplusReason,
  type UnderWayConfirmed,
} from './collection-plan.ts'
import { SameCollections } from './SameCollections.tsx'

/** What registering money asks besides who, how much and when. */
export type PurposeValues = {
  chosen: Chosen
  credit_surplus: boolean
  send_receipt: boolean
  /** The similar collections from which the user confirmed that this one differs; new ones are asked about again. */
  confirm_duplicate: string
  /** The doubt about the day that the user confirmed; another one is asked about again. */
  confirm_day: string
  confirm_under_way: UnderWayConfirmed
}

export const noPurpose: PurposeValues = {
  chosen: null,
  credit_surplus: false,
  send_receipt: false,
  confirm_duplicate: '',
  confirm_day: '',
  confirm_under_way: null,
}

/** The checks of these values against the server's preview; while it is an older one, the server itself checks. */
export const purposeChecks = (plan: () => CollectionPlan, amount: () => number | null) => ({
  checks: {
    credit_surplus: (wanted: boolean, { chosen }: PurposeValues): string | null => {
      const { data, isFresh } = plan()
      const cents = amount()
      return data && isFresh && cents !== null && surplusOf(data, chosen, cents) > 0 && !wanted
        ? `Metti a credito ${formatEuro(surplusOf(data, chosen, cents))}, oppure correggi l’importo.`
        : null
    },
    confirm_duplicate: (confirmed: string): string | null => {
      const { data, isFresh } = plan()
      const same = (isFresh && data?.same) || []
      return same.length > 0 && confirmed !== idsOf(same)
        ? 'Controlla: se è un altro incasso, confermalo.'
        : null
    },
    confirm_day: (confirmed: string): string | null => {
      const { data, isFresh } = plan()
      const why = (isFresh && data?.why_confirm_day) || ''
      return why !== '' && confirmed !== why ? 'Controlla la data: se è giusta, confermala.' : null
    },
    confirm_under_way: (confirmed: UnderWayConfirmed, { chosen }: PurposeValues): string | null => {
      const { data, isFresh } = plan()
      const why = (isFresh && chosen === null && data?.why_confirm_under_way) || ''
      return why !== '' && confirmed?.why !== why ? 'Controlla: se è altro denaro, confermalo.' : null
    },
  },
  checkParts: ({ chosen }: PurposeValues) => chosenErrors(plan().data, chosen, amount()),
})

type Fields = { [K in keyof PurposeValues]: FieldProps<PurposeValues[K]> }

/** The fields of a form's purpose, as CollectionPurpose takes them. */
export const purposeFields = (
  form: Pick<ReturnType<typeof useForm<PurposeValues>>, 'field' | 'part'>,
): {
  fields: Fields
  fieldOf: (instalment_id: number, cents: number | null) => FieldProps<number | null>
} => ({
  fields: {
    chosen: form.field('chosen'),
    credit_surplus: form.field('credit_surplus'),
    send_receipt: form.field('send_receipt'),
    confirm_duplicate: form.field('confirm_duplicate'),
    confirm_day: form.field('confirm_day'),
    confirm_under_way: form.field('confirm_under_way'),
  },
  fieldOf: (id, cents) =>
    form.part('chosen', `chosen.${id}`, cents, (whole, next) => ({ ...whole, [id]: next })),
})

/** What the money settles, where the rest goes, similar collections, and the receipt. */
export function CollectionPurpose({
  plan,
  amount,
  payer,
  fields,
  fieldOf,
}: {
  plan: CollectionPlan
  amount: number
  /** Who paid, by name. */
  payer: string
  fields: Fields
  fieldOf: (instalment_id: number, cents: number | null) => FieldProps<number | null>
}) {
  const { data } = plan
  const underWay = underWayDoubt(fields, data?.why_confirm_under_way)
  const left = data ? surplusOf(data, fields.chosen.value, amount) : 0
  return (
    <>
      <CollectionParts
        plan={plan}
        amount={amount}
        chosen={fields.chosen.value}
        onChoose={fields.chosen.onChange}
        fieldOf={fieldOf}
      />
      {data && left > 0 && (
        <div className={styles.preview}>
          <p role="status" className={styles.reason}>
            {surplusReason(data, fields.chosen.value, amount)} Correggi l’importo
            {data.open.some(({ still_due }) => still_due > 0) && ', cambia che cosa paga'} oppure:
          </p>
          <Check field={fields.credit_surplus} label={`Metti ${formatEuro(left)} a credito di ${payer}`} />
        </div>
      )}
      {data?.why_confirm_day && (
        <ConfirmDoubt why={data.why_confirm_day} label="La data è giusta" field={fields.confirm_day} />
      )}
      {underWay && <ConfirmDoubt {...underWay} label="Questo è altro denaro: registralo" />}
      {data && data.same.length > 0 && (
        <SameCollections same={data.same} confirmation={fields.confirm_duplicate} />
      )}
      {data && (
        <>
          <Check
            field={fields.send_receipt}
            disabled={data.email_hint === null}
            label={
              data.email_hint
                ? `Invia la ricevuta per e-mail a ${data.email_hint}`
                : 'Invia la ricevuta per e-mail'
            }
          />
          {data.email_hint === null && (
            <p className={styles.note}>Manca l’e-mail di {payer}: la ricevuta la scarichi tu.</p>
          )}
        </>
      )}
    </>
  )
}

/**
 * The doubt about a payment under way, with its checkbox; null: none. Of instalments chosen one by one only the server
 * knows, so it is asked about after it refused, and again for other instalments.
 */
function underWayDoubt({ chosen, confirm_under_way: field }: Fields, of_plan: string | null | undefined) {
  const of = instalmentsOf(chosen.value)
  const confirmed = field.value?.of === of ? field.value.why : ''
  const why = chosen.value === null ? of_plan : field.error || confirmed
  if (!why) return null
  const onChange = (said: string) => field.onChange(said ? { why: said, of } : null)
  return { why, field: { ...field, value: confirmed, onChange } }
}

export function Check({
  field: { name, value, error, onChange, onBlur },
  label,
  disabled = false,
}: {
  field: FieldProps<boolean>
  label: string
  disabled?: boolean
}) {
  return (
    <Checkbox
      name={name}
      checked={value && !disabled}
      disabled={disabled}
      error={error}
      label={label}
      onChange={(event) => onChange(event.currentTarget.checked)}
      onBlur={onBlur}
    />
  )
}
