import { actNames, nounNames } from '@saldo/domain/audit/audit-words'
import { EditPencil, Eye, Plus, Trash, Upload } from 'iconoir-react'
import type { Reply } from '../../api.ts'
import type { IconShape } from '../../ui/icons/Icon.tsx'

export type AuditLine = Reply<'GET /v1/audit'>['items'][number]

/** `Modifica · Condominio`: act and kind of record. */
export const actOf = ({ act, noun }: Pick<AuditLine, 'act' | 'noun'>): string =>
  `${actNames[act] ?? act} · ${nounNames[noun] ?? noun}`

/** Marks a super user who acts for a customer. */
export const actorOf = ({ actor, flag_super_user }: Pick<AuditLine, 'actor' | 'flag_super_user'>): string =>
  flag_super_user ? `${actor} (backoffice)` : actor

const icons: Record<string, IconShape> = {
  created: Plus,
  removed: Trash,
  imported: Upload,
  iban_revealed: Eye,
}
export const iconOf = ({ act }: Pick<AuditLine, 'act'>): IconShape => icons[act] ?? EditPencil
