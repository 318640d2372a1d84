import { useQuery } from '@tanstack/react-query'
import { usePermission } from '../../session/permissions/permission.ts'
import { type Notice, openNoticeQuery } from './notice-query.ts'

/** The notice by which a bill may still be paid at the bank; null without one, and for those who may not see it. */
export function useOpenNotice({ bill_id, phase }: { bill_id: number; phase: string }): Notice | null {
  const may = usePermission('payments:read')
  const { data } = useQuery({ ...openNoticeQuery(bill_id), enabled: may && phase !== 'draft' })
  return data ?? null
}
