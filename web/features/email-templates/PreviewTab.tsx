import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import type { Reference } from '../../ui/form/OptionList.tsx'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { framed } from '../emails/framed.ts'
import styles from './EmailTemplate.module.css'
import { type PreviewOf, previewQuery } from './email-template-query.ts'
import type { TabProps } from './TemplateWorkshop.tsx'

const stages = [
  { value: 'design', label: 'Bozza' },
  { value: 'sandbox', label: 'In prova' },
  { value: 'live', label: 'In uso' },
  { value: 'built_in', label: 'Di base' },
]

/** The saved design, or what is tried or in use, as its reader sees it: with examples, or about a real bill. */
export default function PreviewTab({ template, draft }: TabProps) {
  const [stage, setStage] = useState<PreviewOf['stage']>('design')
  const [width, setWidth] = useState(() => (matchMedia('(max-width: 719.9px)').matches ? '390' : '640'))
  const [scheme, setScheme] = useState('light')
  const [record, setRecord] = useState<Reference | null>(null)
  const isEmpty = stage === 'sandbox' && template.sandbox_number === null
  const { data, ...query } = useQuery({
    ...previewQuery(template.template_id, { stage, ...recordOf(record) }),
    enabled: !isEmpty,
  })
  return (
    <>
      {draft.dirty && (
        <p className={styles.note}>Mostra la bozza salvata: salva per vedere le ultime modifiche.</p>
      )}
      <div className={styles.row}>
        <SegmentedControl
          aria-label="Quale versione"
          data={stages}
          value={stage}
          onChange={(to) => setStage(to as typeof stage)}
        />
        <SegmentedControl
          aria-label="Larghezza"
          data={[
            { value: '640', label: '640 px' },
            { value: '390', label: '390 px' },
          ]}
          value={width}
          onChange={setWidth}
        />
        <SegmentedControl
          aria-label="Sfondo"
          data={[
            { value: 'light', label: 'Chiaro' },
            { value: 'dark', label: 'Scuro' },
          ]}
          value={scheme}
          onChange={setScheme}
        />
        <ReferenceField
          kind="email-preview"
          name="record"
          label="Con i dati di"
          placeholder="Esempi"
          required={false}
          search={searchRecords}
          value={record}
          onChange={setRecord}
          onBlur={() => {}}
          error={null}
        />
      </div>
      {isEmpty && (
        <EmptyState title="Ancora niente in prova">
          Ci va la bozza, quando scegli «Metti in prova». Fino ad allora guarda la bozza o quello che è in
          uso.
        </EmptyState>
      )}
      {query.isError && !isEmpty && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare l’anteprima"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && !isEmpty && (
        <Loading what="l’anteprima">
          <TextSkeleton lines={8} />
        </Loading>
      )}
      {data && !isEmpty && (
        <>
          <Section title={data.subject}>
            <div className={styles.window}>
              <iframe
                className={styles.frame}
                style={{ width: `${width}px`, ...(width === '390' && { maxWidth: '100%' }) }}
                title={`Anteprima di «${data.subject}»`}
                sandbox=""
                referrerPolicy="no-referrer"
                srcDoc={framed(inScheme(data.html, scheme))}
              />
            </div>
          </Section>
          <Section title="Solo testo">
            <p className={styles.text}>{data.text}</p>
          </Section>
        </>
      )}
    </>
  )
}

/** Readers with a dark theme turn the colours of a mail around, roughly like this. */
const inScheme = (html: string, scheme: string): string =>
  scheme === 'dark'
    ? `<style>html{filter:invert(1) hue-rotate(180deg);background:#fff}img{filter:invert(1) hue-rotate(180deg)}</style>${html}`
    : html

/** Bills and offices, as `bill-12` and `customer-3`. */
async function searchRecords(text: string, signal: AbortSignal): Promise<Reference[]> {
  if (text.trim() === '') return []
  const [found, { items }] = await Promise.all([
    api('GET /v1/research/find-all/{text}', { params: { text }, signal }),
    api('GET /v1/customers', { query: { q: text, limit: 10 }, signal }),
  ])
  const bills = found
    .filter(({ data_from, bill_id }) => data_from === 'bollette' && bill_id !== null)
    .slice(0, 10)
    .map(({ bill_id, bill_number, subject_nominative }) => ({
      value: `bill-${bill_id}`,
      label: `Bolletta ${bill_number}, ${subject_nominative ?? ''}`,
    }))
  const offices = items.map(({ customer_id, business_name }) => ({
    value: `customer-${customer_id}`,
    label: business_name,
  }))
  return [...bills, ...offices]
}

function recordOf(record: Reference | null): Pick<PreviewOf, 'bill_id' | 'customer_id'> {
  const [kind, id] = (record?.value ?? '').split('-')
  if (kind === 'bill') return { bill_id: Number(id) }
  return kind === 'customer' ? { customer_id: Number(id) } : {}
}
