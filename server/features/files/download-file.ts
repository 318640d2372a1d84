import * as contract from '@saldo/contract/backoffice/files'
import { whyNotSafe } from '@saldo/domain/files/file-kind'
import type { FastifyRequest } from 'fastify'
import { recordAudit } from '../../db/record-audit.ts'
import type { As } from '../../http/actor.ts'
import { conflict } from '../../http/errors.ts'
import { handOut } from '../../http/hand-out.ts'
import { asFile, serveAcross } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { lockPresentFile } from './file-view.ts'

type Asked = { services: Services; as: As; request: FastifyRequest; file_id: number; reason: string | null }

/** The file as it was stored. Whatever it is, a browser saves it and opens nothing. */
export const downloadFile = serveAcross(contract.downloadFile, ({ services, as, request, params }) =>
  download({ services, as, request, file_id: params.id, reason: null }),
)

/** The same for one that the virus scanner has not passed: the reason stays in its history, and in the audit log. */
export const downloadUnscanned = serveAcross(
  contract.downloadUnscanned,
  ({ services, as, request, params, body }) =>
    download({ services, as, request, file_id: params.id, reason: body.reason }),
)

async function download({ services, as, request, file_id, reason }: Asked) {
  const { name, content, bytes } = await as(async (tx) => {
    const file = await lockPresentFile(tx, file_id)
    const why = whyNotSafe(file.scan, services.env.SCAN_URL !== undefined)
    if (why && reason === null) throw conflict(`scan_${file.scan}`, why)
    const opened = await handOut({ services, tx, request }, file.path, 'download', reason)
    if (reason !== null)
      await recordAudit(tx, {
        ...{
          customer_id: file.customer_id,
          noun: 'files',
          record_id: file_id,
          label: file.name,
          act: 'sent',
        },
        after: { scan: file.scan, reason },
      })
    return { ...file, ...opened }
  })
  // Of no type that a browser shows. A name cannot lead anywhere: it may have come with a path.
  return asFile(content, plainName(name), 'application/octet-stream', false, bytes)
}

/** The last part of a name, without what a file system or a header could take for something else. */
export const plainName = (name: string): string =>
  name
    .replace(/^.*[\\/]/s, '')
    .replace(/[\p{Cc}\p{Cf}:*?"<>|]/gu, '')
    .replace(/^\.+/, '') || 'file'
