import { Button } from '@mantine/core'
import { today } from '@saldo/domain/dates'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import * as check from '../../ui/form/checks.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { DateField } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import rows from '../../ui/layout/RowList.module.css'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import styles from './Agents.module.css'
import { endAgent, reactivate, removeAgent } from './agent-acts.ts'
import type { Agent } from './agent-query.ts'

/** Ends an agent's work, reactivates them, or deletes an agent who never had a customer. */
export function AgentActions({ agent }: { agent: Agent }) {
  const navigate = useNavigate()
  const [asked, ask] = useState<'end' | 'remove' | null>(null)
  const [running, setRunning] = useState(false)
  return (
    <div className={rows.actions}>
      {agent.status === 'active' ? (
        <Button variant="default" onClick={() => ask('end')}>
          Segna l’ultimo giorno
        </Button>
      ) : (
        <Button
          loading={running}
          onClick={async () => {
            setRunning(true)
            await reactivate(agent)
            setRunning(false)
          }}
        >
          Riattiva
        </Button>
      )}
      <Button variant="default" onClick={() => ask('remove')}>
        Elimina
      </Button>
      {asked === 'end' && <EndDialog agent={agent} onClose={() => ask(null)} />}
      <ConfirmDialog
        opened={asked === 'remove'}
        danger
        title={`Elimina ${agent.name}`}
        action="Elimina l’agente"
        cancel="Lascia com’è"
        onClose={() => ask(null)}
        onConfirm={async () => {
          if (await removeAgent(agent)) await navigate(paths.agents())
          else ask(null)
        }}
      >
        Si può solo se non ha mai avuto clienti: altrimenti segna il suo ultimo giorno, e la sua storia resta.
      </ConfirmDialog>
    </div>
  )
}

function EndDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const form = useForm({
    initial: { ended_on: today() as string },
    checks: { ended_on: check.all(check.required('Scrivi l’ultimo giorno.'), check.date) },
    submit: async ({ ended_on }) => {
      await endAgent(agent.agent_id, ended_on)
      alertToast(`${agent.name} non è più fra gli agenti attivi.`, 'success')
      onClose()
    },
  })
  return (
    <Dialog
      opened
      title={`L’ultimo giorno di ${agent.name}`}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" form="end-agent" loading={form.busy}>
            Segna l’ultimo giorno
          </Button>
        </>
      }
    >
      <form id="end-agent" className={styles.form} {...form.form}>
        <p className={rows.dim}>
          I suoi clienti restano suoi fino a quel giorno. Le provvigioni maturate si chiudono e si pagano come
          sempre.
        </p>
        <DateField {...form.field('ended_on')} label="Ultimo giorno" />
        <FormFailure failure={form.failure} />
      </form>
    </Dialog>
  )
}
