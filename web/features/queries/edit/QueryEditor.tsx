import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { ApiError } from '../../../api-error.ts'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { FormSection, RecordForm } from '../../../ui/form/RecordForm.tsx'
import { LongTextField, TextField } from '../../../ui/form/text-fields.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.ts'
import { queryAuthorsQuery, type SavedQueryDetail } from '../queries-query.ts'
import { ParameterFields, type ParameterValues } from '../run/ParameterFields.tsx'
import { RunOutcome } from '../run/RunOutcome.tsx'
import { useRun } from '../run/useRun.ts'
import { useRunScope } from '../run/useRunScope.tsx'
import { ChartFields } from './ChartFields.tsx'
import styles from './Edit.module.css'
import { ParameterRows } from './ParameterRows.tsx'
import { type QueryValues, useQueryForm } from './query-form.ts'

const SqlEditor = lazyWithRetry(() => import('./SqlEditor.tsx'))

/** Writes a query: text, parameters, chart, who may run it. What is written can be tried before it is saved. */
export function QueryEditor({
  of,
  onSaved,
  onCancel,
}: {
  of?: SavedQueryDetail
  onSaved: (query: SavedQueryDetail) => void
  onCancel: () => void
}) {
  const form = useQueryForm({ ...(of && { of }), onSaved })
  const { values } = form
  const set = <K extends keyof QueryValues>(name: K, value: QueryValues[K]) =>
    form.field(name).onChange(value)
  const running = useRun()
  const [given, setGiven] = useState<ParameterValues>({})
  const { customer_id, scope } = useRunScope()
  const toRun = () => ({
    text: values.text,
    parameters: values.parameters,
    // Send only values of parameters that exist: a removed or renamed parameter leaves its value behind.
    values: Object.fromEntries(
      Object.entries(given).filter(([name]) => values.parameters.some((each) => each.name === name)),
    ),
    customer_id,
  })
  const run = () => void running.run(toRun())
  const wrong =
    running.state.is === 'failed' && running.state.error instanceof ApiError
      ? running.state.error.fields
      : null
  return (
    <div className={styles.around}>
      <div className={styles.editor}>
        <Section title="Testo">
          <div className={styles.tryout}>
            <Suspense
              fallback={
                <Loading what="l’editor">
                  <TextSkeleton lines={6} />
                </Loading>
              }
            >
              <SqlEditor
                value={values.text}
                onChange={(text) => set('text', text)}
                onRun={run}
                error={form.errors.text ?? null}
                autoFocus={!of}
              />
            </Suspense>
            <p className={styles.hint}>
              Ctrl+Invio esegue. Un parametro si scrive <code>:nome</code>. Si leggono solo le tabelle che
              l’editor propone, senza dati segreti.
            </p>
            <ParameterFields
              parameters={values.parameters}
              values={given}
              errors={wrong ?? {}}
              onChange={setGiven}
            />
            <div className={styles.acts}>
              <Button onClick={run}>Esegui</Button>
              <Button variant="default" onClick={() => void running.plan(toRun())}>
                Mostra il piano
              </Button>
              {scope}
            </div>
            <RunOutcome running={running} chart={values.chart} />
          </div>
        </Section>
        <RecordForm form={form} save={of ? 'Salva la nuova versione' : 'Salva la bozza'} onCancel={onCancel}>
          <FormSection title="Dati">
            <TextField {...form.field('name')} label="Nome" maxLength={120} />
            <LongTextField
              {...form.field('description')}
              label="Descrizione"
              required={false}
              maxLength={2000}
            />
            <TextField
              {...form.field('tags')}
              label="Etichette"
              hint="Facoltative, separate da virgole: incassi, controlli"
            />
            {of && (
              <TextField
                {...form.field('note')}
                label="Nota sulla versione"
                required={false}
                maxLength={500}
              />
            )}
          </FormSection>
          <Section title="Parametri">
            <ParameterRows
              parameters={values.parameters}
              errors={{ ...wrong, ...form.errors }}
              onChange={(parameters) => set('parameters', parameters)}
            />
          </Section>
          <Section title="Grafico">
            <ChartFields
              form={form}
              columns={running.state.is === 'rows' ? running.state.result.columns : null}
            />
          </Section>
          <Section title="Chi la può eseguire">
            <Runners
              chosen={values.runnable_by}
              onChange={(runnable_by) => set('runnable_by', runnable_by)}
            />
          </Section>
        </RecordForm>
      </div>
    </div>
  )
}

function Runners({
  chosen,
  onChange,
}: {
  chosen: number[] | null
  onChange: (chosen: number[] | null) => void
}) {
  const { data } = useQuery(queryAuthorsQuery)
  return (
    <div className={styles.rows}>
      <p className={styles.hint}>
        Chi togli non la esegue più da subito. Chi aggiungi la esegue quando un altro autore approva la nuova
        versione.
      </p>
      <Checkbox
        label="Tutto il backoffice"
        checked={chosen === null}
        onChange={(event) => onChange(event.currentTarget.checked ? null : [])}
      />
      {chosen !== null &&
        data?.people.map(({ user_id, nominative }) => (
          <Checkbox
            key={user_id}
            label={nominative}
            checked={chosen.includes(user_id)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked ? [...chosen, user_id] : chosen.filter((id) => id !== user_id),
              )
            }
          />
        ))}
    </div>
  )
}
