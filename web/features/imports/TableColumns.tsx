import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { DateField } from '../../ui/form/fields.tsx'
import { formatCountOf } from '../../ui/grid/list.ts'
import type { ImportKind, Table } from './import-kinds.ts'
import {
  columnName,
  fieldChoices,
  holdingWords,
  instalmentFields,
  isGuess,
  weightField,
  whySkippedWords,
  withField,
} from './import-words.ts'
import styles from './TableColumns.module.css'

const nothing = { value: '', label: 'Non importare' }

/** The header row of a table and the meaning of each column; collapsed while nothing needs a check. */
export function TableColumns({
  kind,
  sheet,
  name,
  several,
  onChange,
}: {
  kind: ImportKind
  sheet: Table
  name: string
  several: boolean
  onChange: (sheet: Table) => void
}) {
  const guessed = sheet.columns.filter(isGuess).length
  const undated = sheet.columns.some(
    ({ field, due_date }) =>
      field === 'instalment' && !due_date && !sheet.columns.some((other) => other.field === 'instalment_due'),
  )
  const [opened, setOpened] = useState(!sheet.skipped && (sheet.layout === null || guessed > 0 || undated))
  const used = sheet.columns.filter(({ field }) => field !== null).length
  return (
    <div className={styles.sheet}>
      <div className={styles.head}>
        <h3 className={styles.name}>{name}</h3>
        <span className={styles.what}>
          {sheet.skipped
            ? whySkippedWords(sheet)
            : sheet.layout === null
              ? 'intestazione non riconosciuta'
              : `intestazione alla riga ${sheet.header_row}, ${formatCountOf(used, { one: 'colonna letta', many: 'colonne lette' })} di ${sheet.columns.length}`}
        </span>
        <span className={styles.toggles}>
          {(several || (sheet.skipped && sheet.layout !== null)) && (
            <Checkbox
              size="xs"
              label="Importa questa tabella"
              checked={!sheet.skipped}
              onChange={(event) => onChange({ ...sheet, skipped: !event.currentTarget.checked })}
            />
          )}
          {!sheet.skipped && (
            <LinkButton aria-expanded={opened} onClick={() => setOpened(!opened)}>
              {opened ? 'Nascondi le colonne' : 'Cambia le colonne'}
            </LinkButton>
          )}
        </span>
      </div>
      {sheet.layout === null && (
        <>
          <p className={styles.none}>
            {sheet.skipped
              ? 'Per importarla scrivi il numero della riga con i nomi delle colonne.'
              : 'Rileggi il foglio con questa riga di intestazione.'}
          </p>
          <HeaderRow sheet={sheet} onChange={(changed) => onChange({ ...changed, skipped: false })} />
        </>
      )}
      {opened && !sheet.skipped && sheet.layout !== null && (
        <>
          <HeaderRow sheet={sheet} onChange={onChange} />
          <ul className={styles.columns}>
            {sheet.columns.map((column) => (
              <Column key={column.index} kind={kind} sheet={sheet} column={column} onChange={onChange} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function HeaderRow({ sheet, onChange }: { sheet: Table; onChange: (sheet: Table) => void }) {
  const [text, setText] = useState(sheet.header_row === null ? '' : String(sheet.header_row))
  const row = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null
  const apply = () => {
    if (row !== null && row !== sheet.header_row) onChange({ ...sheet, header_row: row })
  }
  return (
    <div className={styles.row}>
      <TextInput
        label="Riga di intestazione"
        inputMode="numeric"
        value={text}
        error={text !== '' && row === null ? 'Scrivi il numero di una riga.' : undefined}
        rightSectionWidth={70}
        rightSection={
          row !== null &&
          row !== sheet.header_row && (
            <Button size="xs" variant="default" onClick={apply}>
              Usa
            </Button>
          )
        }
        onChange={(event) => setText(event.currentTarget.value.trim())}
        onBlur={apply}
      />
    </div>
  )
}

function Column({
  kind,
  sheet,
  column,
  onChange,
}: {
  kind: ImportKind
  sheet: Table
  column: Table['columns'][number]
  onChange: (sheet: Table) => void
}) {
  const name = columnName(column)
  const instalment =
    column.field === 'instalment' && !sheet.columns.some(({ field }) => field === 'instalment_due')
  const holding = column.field === null ? holdingWords(column) : null
  return (
    <li className={styles.column}>
      <span className={styles.header} title={name}>
        <span className={styles.letter}>{column.letter}</span> {name}
        {isGuess(column) && <span className={styles.guess}>da controllare</span>}
        {holding && <span className={styles.holding}>{holding}</span>}
      </span>
      <Select
        size="xs"
        aria-label={`Che cosa contiene la colonna ${column.letter}, ${name}`}
        data={[
          nothing,
          ...(kind === 'bills' ? instalmentFields : []),
          ...(kind === 'registry' ? [weightField] : []),
          ...fieldChoices[kind],
        ]}
        value={column.field ?? ''}
        searchable
        nothingFoundMessage="Nessuna voce con queste lettere"
        onChange={(field) => onChange(withField(sheet, column.index, field || null))}
      />
      {instalment && (
        <div className={styles.due}>
          <DateField
            name={`due-${column.index}`}
            label={`Scadenza della colonna ${column.letter}`}
            value={column.due_date ?? ''}
            error={null}
            onBlur={() => undefined}
            onChange={(due_date) => {
              if (/^\d{4}-\d{2}-\d{2}$/.test(due_date))
                onChange({
                  ...sheet,
                  columns: sheet.columns.map((each) =>
                    each.index === column.index ? { ...each, due_date } : each,
                  ),
                })
            }}
          />
        </div>
      )}
    </li>
  )
}
