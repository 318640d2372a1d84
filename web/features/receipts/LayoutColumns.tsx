import { Button } from '@mantine/core'
import {
  type ReceiptColumn,
  receiptColumnNames,
  receiptColumns,
} from '@saldo/domain/accounting/receipt-layout'
import { NavArrowDown, NavArrowUp, Plus, Trash } from 'iconoir-react'
import { IconButton } from '../../ui/buttons/PlainButton.tsx'
import { SelectField } from '../../ui/form/fields.tsx'
import { FormSection } from '../../ui/form/RecordForm.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import type { useForm } from '../../ui/form/useForm.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import type { LayoutValues } from './LayoutDialog.tsx'
import styles from './Receipts.module.css'

const most = 60
const choices = receiptColumnNames.map((value) => ({ value, label: receiptColumns[value].label }))

/** The columns of a layout in their order, each with its header. */
export function LayoutColumns({ form }: { form: ReturnType<typeof useForm<LayoutValues>> }) {
  const { value: columns, onChange } = form.field('columns')
  const labelOf = (at: number) => columns[at]?.header || receiptColumns[columns[at]?.column ?? 'day'].label
  const swap = (at: number, other: number) => {
    const moved = [...columns]
    const [one, two] = [columns[at], columns[other]]
    if (!one || !two) return
    moved[at] = two
    moved[other] = one
    onChange(moved)
  }
  /** The header follows the column unless the office wrote one of its own. */
  const choose = (at: number, column: ReceiptColumn) =>
    onChange(
      columns.map((each, place) => {
        if (place !== at) return each
        const own = each.header !== '' && each.header !== receiptColumns[each.column].label
        return { column, header: own ? each.header : receiptColumns[column].label }
      }),
    )
  const add = () => {
    const column = receiptColumnNames.find((name) => !columns.some((each) => each.column === name)) ?? 'day'
    onChange([...columns, { column, header: receiptColumns[column].label }])
  }
  return (
    <FormSection title="Colonne">
      <ol className={styles.columns}>
        {columns.map(({ column, header }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name than their place
          <li key={at} className={styles.column}>
            <SelectField
              name={`columns.${at}.column`}
              label={`Colonna ${at + 1}`}
              value={column}
              error={null}
              onBlur={() => {}}
              options={choices}
              searchable
              onChange={(chosen) => chosen && choose(at, chosen as ReceiptColumn)}
            />
            <TextField
              {...form.part('columns', `columns.${at}.header`, header, (whole, next) =>
                whole.map((each, place) => (place === at ? { ...each, header: next } : each)),
              )}
              label="Intestazione"
              autoComplete="off"
              maxLength={60}
            />
            <span className={styles.columnActs}>
              <IconButton
                icon={NavArrowUp}
                label={`Sposta su: ${labelOf(at)}`}
                disabled={at === 0}
                onClick={() => swap(at, at - 1)}
              />
              <IconButton
                icon={NavArrowDown}
                label={`Sposta giù: ${labelOf(at)}`}
                disabled={at === columns.length - 1}
                onClick={() => swap(at, at + 1)}
              />
              <IconButton
                icon={Trash}
                label={`Togli: ${labelOf(at)}`}
                disabled={columns.length === 1}
                onClick={() => onChange(columns.filter((_each, place) => place !== at))}
              />
            </span>
          </li>
        ))}
      </ol>
      <div>
        <Button
          variant="default"
          leftSection={<Icon of={Plus} />}
          disabled={columns.length >= most}
          onClick={add}
        >
          Aggiungi una colonna
        </Button>
      </div>
    </FormSection>
  )
}
