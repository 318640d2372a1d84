import { Button } from '@mantine/core'
import { type ExportFormat, receiptColumns } from '@saldo/domain/accounting/receipt-layout'
import { FileNotFound, Page } from 'iconoir-react'
import { useState } from 'react'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { queries } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { formatCount, formatCountOf } from '../../ui/grid/list.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import scrolls from '../../ui/layout/ScrollsAside.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { FigureStrip } from '../reports/FigureStrip.tsx'
import styles from './Receipts.module.css'
import type { Asked, Layout, Preview } from './receipts-query.ts'

/** The totals of the file and its first rows, and the button that makes it. */
export function PreviewSection({
  preview: { totals, rows, unwritable },
  stale,
  asked,
  layout,
  format,
}: {
  preview: Preview
  /** It is the preview of what was chosen before; the new one is on its way. */
  stale: boolean
  asked: Asked
  layout: Layout
  format: ExportFormat
}) {
  const { count, collected, corrected, fee, net } = totals
  return (
    <Section
      title="Che cosa contiene"
      action={<MakeFile {...{ asked, layout, format }} disabled={stale || count === 0} />}
    >
      <div className={styles.preview} aria-busy={stale} data-stale={stale || undefined}>
        <FigureStrip
          figures={[
            {
              ...{ label: 'Incassi netti', amount: collected },
              foot: formatCountOf(count, { one: 'movimento', many: 'movimenti' }),
            },
            ...(corrected === 0
              ? []
              : [{ label: 'Rettifiche', amount: corrected, foot: 'di incassi di mesi prima' }]),
            { label: 'Commissioni', amount: fee, foot: 'del provider e della piattaforma' },
            { label: 'Netto', amount: net, foot: 'incassi e rettifiche, meno le commissioni' },
          ]}
        />
        {count === 0 ? (
          <p className={styles.none}>
            <Icon of={FileNotFound} />
            Nel periodo non c’è nessun incasso: scegli un altro periodo o un altro condominio.
          </p>
        ) : format === 'json' ? (
          <p className={styles.dim}>
            Il JSON ha una struttura sua, uguale per tutti e documentata: ogni movimento con le bollette, le
            rate e le voci che paga. Gli importi sono in centesimi. Non serve un tracciato.
          </p>
        ) : (
          <>
            <FirstRows rows={rows} layout={layout} />
            {unwritable > 0 && (
              <p className={styles.warning} role="status">
                {unwritable === 1
                  ? 'In queste righe c’è 1 carattere che Windows-1252 non ha.'
                  : `In queste righe ci sono ${formatCount(unwritable)} caratteri che Windows-1252 non ha.`}{' '}
                Nel file al suo posto ci sarà la lettera senza segni, oppure «?». Con UTF-8 non si perde
                nulla.
              </p>
            )}
          </>
        )}
      </div>
    </Section>
  )
}

function FirstRows({ rows, layout: { columns } }: { rows: Preview['rows']; layout: Layout }) {
  const isRight = (at: number) => {
    const column = columns[at]?.column
    return column !== undefined && receiptColumns[column].kind === 'amount'
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled with the keyboard, too
    <section className={scrolls.aside} tabIndex={0} aria-label="Prime righe del file">
      <table className={styles.rows}>
        <caption>Prime righe del file</caption>
        <thead>
          <tr>
            {columns.map(({ header }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column may stand in the file twice
              <th key={at} scope="col" data-right={isRight(at) || undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name than their place
            <tr key={place}>
              {columns.map((_column, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column may stand in the file twice
                <td key={at} data-right={isRight(at) || undefined}>
                  {row[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function MakeFile({
  asked,
  layout,
  format,
  disabled,
}: {
  asked: Asked
  layout: Layout
  format: ExportFormat
  disabled: boolean
}) {
  const [starting, setStarting] = useState(false)
  const start = async () => {
    setStarting(true)
    try {
      const body = { ...asked, format, ...(format === 'json' ? {} : { layout }) }
      await api('POST /v1/receipts-exports', { body })
      await queries.invalidateQueries({ queryKey: ['flows'] })
      alertToast('Preparo il file: lo trovi qui sotto e in Flussi contabili.', 'success')
    } catch (error) {
      alertToast(errorSentence(error, 'Non riesco a preparare il file. Riprova fra poco.'), 'danger')
    } finally {
      setStarting(false)
    }
  }
  return (
    <IfPermitted permission="payments:write">
      <Button
        leftSection={<Icon of={Page} />}
        loading={starting}
        disabled={disabled}
        onClick={() => void start()}
      >
        Prepara il file
      </Button>
    </IfPermitted>
  )
}
