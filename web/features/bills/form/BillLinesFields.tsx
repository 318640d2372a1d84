import { Button } from '@mantine/core'
import { Plus, Trash } from 'iconoir-react'
import { IconButton } from '../../../ui/buttons/PlainButton.tsx'
import { Amount } from '../../../ui/data/Amount.tsx'
import { MoneyField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/RecordForm.tsx'
import { TextField } from '../../../ui/form/text-fields.tsx'
import { Icon } from '../../../ui/icons/Icon.tsx'
import styles from './BillForm.module.css'
import { emptyLine, type LineValue, sumOf } from './bill-form.ts'
import type { BillFormState } from './useBillForm.ts'

const most = 100

/** The lines of the bill; their sum is its total. */
export function BillLinesFields({ form }: { form: BillFormState }) {
  const { lines } = form.values
  const put = (place: number, change: Partial<LineValue>) => (whole: LineValue[]) =>
    whole.map((line, at) => (at === place ? { ...line, ...change } : line))
  return (
    <FormSection title="Voci">
      <div className={styles.rows}>
        {lines.map((line, place) => {
          const name = `lines.${place}`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place
            <div key={place} className={styles.row}>
              <TextField
                {...form.part('lines', `${name}.description`, line.description, (whole, description) =>
                  put(place, { description })(whole),
                )}
                label={`Voce ${place + 1}`}
                placeholder="Spese generali"
                autoComplete="off"
                maxLength={200}
              />
              <MoneyField
                {...form.part('lines', `${name}.amount`, line.amount, (whole, amount) =>
                  put(place, { amount })(whole),
                )}
                label="Importo"
              />
              <IconButton
                icon={Trash}
                label={`Togli la voce ${place + 1}`}
                disabled={lines.length === 1}
                onClick={() => form.field('lines').onChange(lines.filter((_line, at) => at !== place))}
              />
            </div>
          )
        })}
      </div>
      <p className={styles.total} aria-live="polite">
        Totale <Amount cents={sumOf(lines)} total="open" />
      </p>
      <Button
        variant="default"
        className={styles.add}
        leftSection={<Icon of={Plus} />}
        disabled={lines.length >= most}
        onClick={() => form.field('lines').onChange([...lines, emptyLine])}
      >
        Aggiungi una voce
      </Button>
    </FormSection>
  )
}
