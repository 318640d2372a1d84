import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { formatCountOf } from '../../ui/grid/list.ts'
import rows from '../../ui/layout/RowList.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from './Customer.module.css'
import { groupsQuery, sectorsQuery } from './customer-query.ts'

type Named = { id: number; name: string; customers: number }

/** Edits the two lists that classify customers: groups and sectors. */
export default function NamesDialog({ onClose }: { onClose: () => void }) {
  const groups = useQuery(groupsQuery).data ?? []
  const sectors = useQuery(sectorsQuery).data ?? []
  return (
    <Dialog opened title="Gruppi e settori" onClose={onClose} size={520}>
      <div className={styles.names}>
        <Names
          title="Gruppi"
          one="gruppo"
          all={groups.map(({ group_id, ...group }) => ({ ...group, id: group_id }))}
          save={(name, group_id) => api('PUT /v1/customers/groups', { body: { name, group_id } })}
          remove={(id) => api('DELETE /v1/customers/groups/{id}', { params: { id } })}
        />
        <Names
          title="Settori"
          one="settore"
          all={sectors.map(({ sector_id, ...sector }) => ({ ...sector, id: sector_id }))}
          save={(name, sector_id) => api('PUT /v1/customers/sectors', { body: { name, sector_id } })}
          remove={(id) => api('DELETE /v1/customers/sectors/{id}', { params: { id } })}
        />
      </div>
    </Dialog>
  )
}

function Names({
  title,
  one,
  all,
  save,
  remove,
}: {
  title: string
  one: string
  all: Named[]
  save: (name: string, id?: number) => Promise<unknown>
  remove: (id: number) => Promise<unknown>
}) {
  const [renamed, rename] = useState<Named | null>(null)
  const changed = () => queries.invalidateQueries({ queryKey: ['customers'] })
  return (
    <Section title={title} level={3}>
      <ul className={rows.list} aria-label={title}>
        {all.map((named) => (
          <li key={named.id}>
            {renamed?.id === named.id ? (
              <NameForm
                label="Nuovo nome"
                name={named.name}
                action="Salva"
                onSave={async (name) => {
                  await save(name, named.id)
                  rename(null)
                  await changed()
                }}
              />
            ) : (
              <>
                <span className={styles.name}>{named.name}</span>
                <span className={rows.actions}>
                  <span className={rows.dim}>
                    {formatCountOf(named.customers, { one: 'cliente', many: 'clienti' })}
                  </span>
                  <LinkButton aria-label={`Rinomina ${named.name}`} onClick={() => rename(named)}>
                    Rinomina
                  </LinkButton>
                  {named.customers === 0 && (
                    <LinkButton
                      aria-label={`Elimina ${named.name}`}
                      onClick={async () => {
                        try {
                          await remove(named.id)
                        } catch (error) {
                          alertToast(errorSentence(error, 'Riprova fra poco.'), 'danger')
                        }
                        await changed()
                      }}
                    >
                      Elimina
                    </LinkButton>
                  )}
                </span>
              </>
            )}
          </li>
        ))}
      </ul>
      <NameForm
        key={all.length}
        label={`Aggiungi un ${one}`}
        name=""
        action="Aggiungi"
        onSave={async (name) => {
          await save(name)
          await changed()
        }}
      />
    </Section>
  )
}

function NameForm({
  label,
  name,
  action,
  onSave,
}: {
  label: string
  name: string
  action: string
  onSave: (name: string) => Promise<unknown>
}) {
  const form = useForm({
    initial: { name },
    checks: { name: check.required('Scrivi il nome.') },
    submit: (values) => onSave(values.name),
  })
  return (
    <form className={styles.add} {...form.form}>
      <TextField {...form.field('name')} label={label} autoComplete="off" maxLength={80} />
      <Button type="submit" variant="default" loading={form.busy}>
        {action}
      </Button>
    </form>
  )
}
