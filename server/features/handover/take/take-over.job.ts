import type { HandoverFigures } from '@saldo/contract/registry/handovers'
import { analyzeAfter } from '../../../db/analyze.ts'
import type { Tx } from '../../../db/connection.ts'
import { recordAudit } from '../../../db/record-audit.ts'
import type { JobHandler } from '../../../jobs/jobs.ts'
import type { Services } from '../../../services.ts'
import { tellOfNewIbans } from '../../accounts/iban/tell-of-new-ibans.ts'
import { notifyUser } from '../../messages/notify-users.ts'
import { seesEverything } from '../require-everything.ts'
import { HandoverRefused } from './handover-refused.ts'
import { previewOf } from './preview.ts'
import { checkedZip, ownerOf, refuseZip, type StoredZip, storedZip } from './read-handover.job.ts'
import type { LoadedZip } from './read-zip.ts'
import { writeAccount } from './write-account.sql.ts'
import { writeBillsOfZip } from './write-bills.sql.ts'
import { writeDocuments, writeMandates } from './write-papers.ts'

/**
 * Writes everything of a confirmed ZIP, or nothing, in one transaction as the person who loaded it. The ZIP is checked
 * again, and compared again with the office under a lock: something may have changed since the preview.
 */
export const takeOver: JobHandler<'take-over'> = async (services, { handover_id }) => {
  const stored = await storedZip(services, handover_id, 'taking')
  if (!stored) return
  const asOwner = ownerOf(services, stored)
  const kept: string[] = []
  try {
    const zip = await checkedZip(services, stored)
    await asOwner((tx) => writeAll(services, tx, stored, zip, kept))
  } catch (error) {
    for (const path of kept) await services.files.delete(path)
    const refusal = asRefusal(error)
    if (!refusal) throw error
    await asOwner((tx) => refuseZip(services, tx, stored, refusal))
  }
}

/** The database refuses what a forged ZIP says: a value out of its range, or something that must be there once, twice. */
function asRefusal(error: unknown): HandoverRefused | null {
  if (error instanceof HandoverRefused) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(?:23505|23514|22003|22001)$/.test(code)
    ? new HandoverRefused('I dati dello ZIP si contraddicono: fattelo preparare di nuovo.')
    : null
}

async function writeAll(services: Services, tx: Tx, stored: StoredZip, zip: LoadedZip, kept: string[]) {
  const { handover_id, customer_id } = stored
  await tx`select pg_advisory_xact_lock(hashtext('write-import'), ${customer_id}::int)`
  if (!(await seesEverything(tx)))
    throw new HandoverRefused('Chi lo ha caricato non ha più tutti i permessi.')
  const [taking] =
    await tx`select from handovers where handover_id = ${handover_id} and state = 'taking' for update`
  if (!taking) return
  const preview = await previewOf(tx, customer_id, zip)
  if (preview.problems.length > 0) return returnToCheck(services, tx, stored, preview.problems)
  await tx`set local saldo.bulk = 'yes'`
  const made = await writeAccount(tx, customer_id, zip.tables)
  await writeBillsOfZip(tx, stored, zip, made)
  await writeMandates(tx, stored, zip, made)
  await writeDocuments(services, tx, stored, zip, made, kept)
  await finish(services, tx, stored, made, preview.figures)
  await analyzeAfter(tx, zip.tables.bills.length)
}

async function returnToCheck(
  services: Services,
  tx: Tx,
  stored: StoredZip,
  problems: string[],
): Promise<void> {
  await tx`
    update handovers set state = 'to_check', problems = ${tx.json(problems)} where handover_id = ${stored.handover_id}`
  await notifyUser(services, tx, stored.created_by, {
    kind: 'handover',
    title: 'Passaggio di consegne da ricontrollare',
    body: `«${stored.file_name}»: ${problems[0]}`,
    link: `/condomini/passaggio/${stored.handover_id}`,
  })
}

async function finish(
  services: Services,
  tx: Tx,
  stored: StoredZip,
  { account_id, iban }: { account_id: number; iban: string | null },
  figures: HandoverFigures,
): Promise<void> {
  const { handover_id, customer_id, created_by, file_name } = stored
  const { account_name: name, units, people, known_people, bills, amount } = figures
  await tx`
    update handovers set state = 'done', account_id = ${account_id}, figures = ${tx.json(figures)}, finished_at = now()
    where handover_id = ${handover_id}`
  await recordAudit(tx, {
    ...{ customer_id, account_id, noun: 'handovers', record_id: handover_id, label: name, act: 'imported' },
    after: { new_units: units, new_subjects: people - known_people, new_bills: bills, new_amount: amount },
  })
  await tellOfNewIbans(services, tx, customer_id, iban ? [{ name, iban }] : [], {
    from: file_name,
    link: `/condomini/${account_id}`,
    dedupe_key: `handover:${handover_id}`,
  })
  await notifyUser(services, tx, created_by, {
    kind: 'handover',
    title: 'Condominio preso in consegna',
    body: `${name} è nel tuo studio, con gli stessi totali di chi lo ha consegnato.`,
    link: `/condomini/${account_id}`,
  })
}
