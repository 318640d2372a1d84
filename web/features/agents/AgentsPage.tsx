import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../session/queries.ts'
import { AgentsList } from './AgentsList.tsx'
import { MyAgent } from './MyAgent.tsx'

/** `/agenti`: the back office sees its agents, an office the agent who looks after it. */
export function AgentsPage() {
  const { data: me } = useQuery(meQuery)
  return (
    <>
      <title>Agenti · Saldo</title>
      {me && (me.flag_super_user ? <AgentsList /> : <MyAgent />)}
    </>
  )
}
