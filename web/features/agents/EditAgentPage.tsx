import { useNavigate, useParams } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { AgentFields } from './AgentFields.tsx'
import { saveAgent } from './agent-acts.ts'
import type { Agent } from './agent-query.ts'
import { LoadedAgent } from './LoadedAgent.tsx'
import { useAgentForm } from './useAgentForm.ts'

export function EditAgentPage() {
  const id = Number(useParams({ strict: false }).id)
  return (
    <LoadedAgent id={id} tabTitle="Modifica agente">
      {(agent) => (
        <>
          <PageTitle title={agent.name} summary="Modifica i dati" />
          <EditForm key={id} agent={agent} />
        </>
      )}
    </LoadedAgent>
  )
}

function EditForm({ agent }: { agent: Agent }) {
  const { agent_id } = agent
  const navigate = useNavigate()
  const form = useAgentForm({
    of: agent,
    draft: `agent-${agent_id}`,
    onSave: async (body) => {
      await saveAgent({ ...body, agent_id })
      alertToast('Dati salvati.', 'success')
      await navigate(paths.agentPage(agent_id))
    },
  })
  return (
    <RecordForm form={form} save="Salva" onCancel={() => void navigate(paths.agentPage(agent_id))}>
      <AgentFields form={form} />
    </RecordForm>
  )
}
