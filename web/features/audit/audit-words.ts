import { actSentence, labelInWords } from '@saldo/domain/audit/audit-words'
import { EditPencil, Eye, Plus, Trash, Upload } from 'iconoir-react'
import type { Reply } from '../../api.ts'
import type { IconShape } from '../../ui/icons/Icon.tsx'

export type AuditLine = Reply<'GET /v1/audit'>['items'][number]

export const actOf = (line: Pick<AuditLine, 'act' | 'noun' | 'part'>): string => actSentence(line)
export const labelOf = (line: Pick<AuditLine, 'noun' | 'label'>): string | null => labelInWords(line)

/** Marks a super user, and for whom they acted. */
export function actorOf({
  actor,
  flag_super_user,
  acted_for,
}: Pick<AuditLine, 'actor' | 'flag_super_user' | 'acted_for'>): string {
  if (!flag_super_user) return actor
  return acted_for === null ? `${actor} (backoffice)` : `${actor} (backoffice) per ${acted_for}`
}

const icons: Record<string, IconShape> = {
  created: Plus,
  removed: Trash,
  imported: Upload,
  iban_revealed: Eye,
}
export const iconOf = ({ act }: Pick<AuditLine, 'act'>): IconShape => icons[act] ?? EditPencil
