import type { Readable } from 'node:stream'
import { formatDateTime } from '@saldo/domain/dates'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../db/connection.ts'
import { UnreadableFile } from '../files/sealed-file.ts'
import type { Services } from '../services.ts'
import { conflict } from './errors.ts'
import { writeAsReader } from './write-as-reader.ts'

/** How somebody was given a stored file. `handover`: inside the ZIP of a condominium. */
export type HandedOut = 'download' | 'preview' | 'handover'

/**
 * Opens a stored file for whoever the transaction acts for, and notes it in `file_downloads`. Every act that gives
 * somebody the content of a stored file calls it, in the transaction that has found the file: no download is unknown
 * (`everything-stored.test.ts`).
 * @throws ApiError 409 `file_deleted`, with who deleted it and why; 409 `scan_infected` when it has a virus and is taken for no
 * `reason`; 409 `file_unreadable` when it is missing, altered, or its key is unknown.
 */
export async function handOut(
  { services, tx, request }: { services: Services; tx: Tx; request: FastifyRequest },
  file_path: string,
  how: HandedOut = 'download',
  reason: string | null = null,
): Promise<{ content: Readable; bytes: number }> {
  const refused = await writeAsReader(services, tx, (writer) =>
    noteHandedOut(writer, file_path, how, { address: request.ip, reason }),
  )
  if (refused) throw conflict(refused.code, refused.why)
  try {
    return await services.files.read(file_path)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    services.log.error({ why: error.code }, 'a stored file cannot be read')
    throw conflict(
      'file_unreadable',
      'Il file non si può aprire: manca, è stato alterato, o la sua chiave non è più fra quelle di Saldo. Scrivi all’assistenza.',
    )
  }
}

/** Notes that the actor is given a file, without opening it. Returns why they are not given it, if so: then nothing is noted. */
export async function noteHandedOut(
  tx: Tx,
  file_path: string,
  how: HandedOut,
  { address = null, reason = null }: { address?: string | null; reason?: string | null } = {},
): Promise<{ code: 'file_deleted' | 'scan_infected'; why: string } | null> {
  const [file] = await tx<(Removed & { infected: boolean })[]>`
    select * from hand_out_file(${file_path}, ${how}, ${address}::inet, ${reason})`
  if (!file) throw new Error('a stored file is registered in stored_files by the row that names it')
  if (file.removed_at !== null) return { code: 'file_deleted', why: whyGone(file) }
  return file.infected ? { code: 'scan_infected', why: 'Nel file c’è un virus.' } : null
}

/** What only the act that stores a file knows of it: its length (bytes), and that a scanner has passed it. */
export async function describeFile(
  tx: Tx,
  file_path: string,
  { bytes = null, scan = null }: { bytes?: number | null; scan?: 'clean' | null },
): Promise<void> {
  await tx`select describe_file(${file_path}, ${bytes}, ${scan})`
}

/** @throws ApiError 409 `on_hold` when a legal hold keeps the file: its record stays, too. */
export async function requireNoHold(tx: Tx, file_path: string | null): Promise<void> {
  if (file_path === null) return
  const [file] = await tx`select is_file_held(${file_path}) as held`
  if (file?.held)
    throw conflict('on_hold', 'Chi gestisce Saldo ha bloccato questo file: per ora non si può eliminare.')
}

type Removed = {
  removed_at: string | null
  removed_how: string | null
  remover: string | null
  removed_reason: string | null
}

/** `File eliminato il 28/11/2026 da Anna Neri: caricato per errore.` */
export function whyGone({ removed_at, removed_how, remover, removed_reason }: Removed): string {
  const day = formatDateTime(removed_at ?? '').slice(0, 10)
  if (removed_how === 'person') return `File eliminato il ${day} da ${remover}: ${removed_reason}`
  if (removed_how === 'retention')
    return `File eliminato il ${day}: era scaduto il tempo per cui si conserva.`
  return `File eliminato il ${day}.`
}
