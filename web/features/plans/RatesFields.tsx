import { Button, Select } from '@mantine/core'
import { latestDueDay } from '@saldo/domain/accounting/registration-dates'
import { evenRates, mostRates } from '@saldo/domain/arrears/instalment-plan'
import { addMonths, isDay, today } from '@saldo/domain/dates'
import { Plus, Trash } from 'iconoir-react'
import { useState } from 'react'
import { IconButton } from '../../ui/buttons/PlainButton.tsx'
import { FieldError } from '../../ui/form/FieldError.tsx'
import { DateField, MoneyField } from '../../ui/form/fields.tsx'
import { FormSection } from '../../ui/form/RecordForm.tsx'
import type { useForm } from '../../ui/form/useForm.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import styles from './Plans.module.css'
import type { PlanValues, RateValue } from './plan-form.ts'

const counts = ['2', '3', '4', '6', '8', '10', '12', '18', '24'].map((value) => ({
  value,
  label: `${value} rate`,
}))
const steps = [
  { value: '1', label: 'ogni mese' },
  { value: '2', label: 'ogni due mesi' },
  { value: '3', label: 'ogni tre mesi' },
]

/** The rates: divided equally from a first day, then editable. */
export function RatesFields({
  form,
  total,
}: {
  form: ReturnType<typeof useForm<PlanValues>>
  total: number
}) {
  const field = form.field('rates')
  const rates = field.value
  const [count, setCount] = useState('4')
  const [months, setMonths] = useState('1')
  const [first, setFirst] = useState(addMonths(today(), 1))
  const put = (whole: RateValue[], place: number, change: Partial<RateValue>) =>
    whole.map((rate, at) => (at === place ? { ...rate, ...change } : rate))
  return (
    <FormSection title="Rate">
      <div className={styles.split}>
        <Select label="Quante" data={counts} value={count} onChange={(value) => value && setCount(value)} />
        <Select
          label="Ogni quanto"
          data={steps}
          value={months}
          onChange={(value) => value && setMonths(value)}
        />
        <DateField
          name="first"
          label="La prima"
          value={first}
          error={null}
          onChange={setFirst}
          onBlur={() => undefined}
        />
        <Button
          variant="default"
          h={36}
          disabled={total <= 0 || !isDay(first)}
          onClick={() => field.onChange(evenRates(total, Number(count), first, Number(months)))}
        >
          Dividi
        </Button>
      </div>
      <div className={styles.rates}>
        {rates.map((rate, place) => {
          const name = `rates.${place}`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rates have no other name than their place
            <div key={place} className={styles.rate}>
              <span>Rata {place + 1}</span>
              <DateField
                min={today()}
                max={latestDueDay(today())}
                {...form.part('rates', `${name}.due_date`, rate.due_date, (whole, due_date) =>
                  put(whole, place, { due_date }),
                )}
                label="Scadenza"
              />
              <MoneyField
                {...form.part('rates', `${name}.amount`, rate.amount, (whole, amount) =>
                  put(whole, place, { amount }),
                )}
                label="Importo"
              />
              <IconButton
                icon={Trash}
                label={`Togli la rata ${place + 1}`}
                onClick={() => field.onChange(rates.filter((_each, at) => at !== place))}
              />
            </div>
          )
        })}
      </div>
      {field.error && (
        <p role="alert" className={styles.wrong}>
          <FieldError>{field.error}</FieldError>
        </p>
      )}
      {rates.length > 0 && (
        <Button
          variant="default"
          className={styles.add}
          leftSection={<Icon of={Plus} />}
          disabled={rates.length >= mostRates}
          onClick={() => field.onChange([...rates, next(rates, total)])}
        >
          Aggiungi una rata
        </Button>
      )}
    </FormSection>
  )
}

/** The next rate, with the missing amount. */
function next(rates: readonly RateValue[], total: number): RateValue {
  const last = rates.at(-1)?.due_date ?? ''
  const missing =
    total - rates.reduce((sum, { amount }) => sum + (Number.isFinite(amount) ? (amount ?? 0) : 0), 0)
  return { due_date: isDay(last) ? addMonths(last, 1) : '', amount: missing > 0 ? missing : null }
}
