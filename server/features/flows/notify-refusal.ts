import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import { notifyUser } from '../messages/notify-users.ts'
import type { StoredFlow } from './read-flow.job.ts'

/** Tells the person who loaded a file why nothing of it was used: they may have left the page. */
export const notifyRefusal = (
  services: Services,
  tx: Tx,
  { flow_id, file_name, created_by }: StoredFlow,
  { why, line }: { why: string; line: number | null },
) =>
  notifyUser(services, tx, created_by, {
    kind: 'flow',
    title: 'File della banca rifiutato',
    body: `«${file_name}»: ${why}${line === null ? '' : ` Riga ${line} del file.`}`,
    link: `/mav?open=${flow_id}`,
  })
