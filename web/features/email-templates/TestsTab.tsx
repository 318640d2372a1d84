import { Button, SegmentedControl } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { meQuery } from '../../session/queries.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './EmailTemplate.module.css'
import { versionsQuery } from './email-template-query.ts'
import { failed } from './failed.ts'
import type { TabProps } from './TemplateWorkshop.tsx'

const stages = [
  { value: 'design', label: 'Bozza' },
  { value: 'sandbox', label: 'In prova' },
  { value: 'live', label: 'In uso' },
]

/** A real mail with examples, to one's own address. */
export default function TestsTab({ template, draft }: TabProps) {
  const { data: user } = useSuspenseQuery(meQuery)
  const { data: versions } = useQuery(versionsQuery(template.template_id))
  const nothingTried = template.sandbox_number === null
  const [stage, setStage] = useState<'design' | 'sandbox' | 'live'>(nothingTried ? 'design' : 'sandbox')
  const number = { design: null, sandbox: template.sandbox_number, live: template.live_number }[stage]
  const kind =
    number === null
      ? stage === 'design'
        ? template.kind
        : 'mjml'
      : (versions?.find((version) => version.number === number)?.kind ?? null)
  const [busy, setBusy] = useState(false)
  const send = async (
    route: 'POST /v1/settings/email/template-test' | 'POST /v1/settings/email/template-test-legacy',
  ) => {
    setBusy(true)
    try {
      const { to } = await api(route, { body: { id: template.template_id, stage } })
      alertToast(`Prova inviata a ${to}.`, 'success')
    } catch (error) {
      failed(error)
    }
    setBusy(false)
  }
  return (
    <Section title="Prova di invio">
      <div className={styles.narrow}>
        <p className={styles.about}>
          La prova arriva solo al tuo indirizzo{user.email ? `, ${user.email}` : ''}, con dati di esempio e
          «[Prova]» davanti all’oggetto.
          {draft.dirty && ' La bozza è quella salvata.'}
        </p>
        <SegmentedControl
          aria-label="Quale versione"
          data={stages.map((each) => ({ ...each, disabled: each.value === 'sandbox' && nothingTried }))}
          value={stage}
          onChange={(to) => setStage(to as typeof stage)}
        />
        {nothingTried && (
          <p className={styles.about}>
            In prova non c’è ancora niente: ci va la bozza, con «Metti in prova».
          </p>
        )}
        <div className={styles.row}>
          <Button
            disabled={kind === 'html'}
            loading={busy}
            onClick={() => void send('POST /v1/settings/email/template-test')}
          >
            Invia la prova MJML
          </Button>
          <Button
            variant="default"
            disabled={kind === 'mjml'}
            loading={busy}
            onClick={() => void send('POST /v1/settings/email/template-test-legacy')}
          >
            Invia la prova HTML
          </Button>
        </div>
        {kind === 'mjml' && (
          <p className={styles.about}>
            Questa versione è MJML: la prova HTML è per i modelli caricati come HTML.
          </p>
        )}
        {kind === 'html' && (
          <p className={styles.about}>Questa versione è un HTML caricato: la prova MJML è per gli altri.</p>
        )}
      </div>
    </Section>
  )
}
