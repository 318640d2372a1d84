import { Link, useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../ui/layout/RecordPage.tsx'
import { AgentFields } from './AgentFields.tsx'
import { saveAgent } from './agent-acts.ts'
import { useAgentForm } from './useAgentForm.ts'

export function NewAgentPage() {
  const navigate = useNavigate()
  const form = useAgentForm({
    draft: 'agent-new',
    onSave: async (body) => {
      const agent = await saveAgent(body)
      alertToast(`${agent.name} è fra gli agenti: ora assegnagli i clienti.`, 'success')
      await navigate(paths.agentPage(agent.agent_id, 'clienti'))
    },
  })
  return (
    <RecordPage
      list={
        <Link {...paths.agents()} className={links.link}>
          Agenti
        </Link>
      }
      name="Nuovo"
      tabTitle="Nuovo agente"
    >
      <PageTitle title="Nuovo agente" />
      <RecordForm form={form} save="Aggiungi l’agente" onCancel={() => void navigate(paths.agents())}>
        <AgentFields form={form} focus />
      </RecordForm>
    </RecordPage>
  )
}
