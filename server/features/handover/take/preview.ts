import type { HandoverFigures } from '@saldo/contract/registry/handovers'
import { formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { Tx } from '../../../db/connection.ts'
import { sniffDocument } from '../../documents/sniff-document.ts'
import { totalsOf } from './check-tables.ts'
import type { LoadedRow } from './read-table.ts'
import type { LoadedZip } from './read-zip.ts'

export type Preview = { figures: HandoverFigures; problems: string[]; notes: string[] }

/** What a checked ZIP would make in this office, what stands in the way, and what does not come in. */
export async function previewOf(tx: Tx, customer_id: number, zip: LoadedZip): Promise<Preview> {
  const { manifest, tables } = zip
  const known = await knownPeople(tx, customer_id, tables.people)
  const figures = {
    ...{ account_name: String(tables.account[0]?.name), office: manifest.made_by.office, day: manifest.day },
    ...totalsOf(tables),
    ...{ units: tables.units.length, people: tables.people.length, known_people: known.size },
    ...{ bills: tables.bills.length, payments: tables.payments.length },
    ...{ mandates: mandatesToTake(tables.mandates).length, documents: (await documentsToTake(zip)).length },
  }
  const problems = [
    ...(await whyNotAccount(tx, customer_id, tables.account[0] as LoadedRow)),
    ...[...known.values()].filter(({ same }) => !same).map(otherName),
  ]
  return { figures, problems, notes: await notesOf(tx, customer_id, zip) }
}

type KnownPerson = { subject_id: number; fiscal_code: string; was: string; is: string; same: boolean }
const otherName = ({ fiscal_code, was, is }: KnownPerson) =>
  `Il codice fiscale ${fiscal_code} nel tuo studio è di «${was}», nello ZIP è di «${is}»: correggi il nome in Anagrafica, poi carica di nuovo lo ZIP.`

/** People of the ZIP whom the office has: by tax code only, because two people may have one name. */
export async function knownPeople(
  tx: Tx,
  customer_id: number,
  people: LoadedRow[],
): Promise<Map<string, KnownPerson>> {
  const named = people.flatMap(({ fiscal_code, nominative }) =>
    fiscal_code ? [{ fiscal_code, nominative }] : [],
  )
  const found = await tx<KnownPerson[]>`
    select s.subject_id, s.fiscal_code, s.nominative as was, x.nominative as is, s.name_key = fold(x.nominative) as same
    from jsonb_to_recordset(${tx.json(named as never)}) as x (fiscal_code text, nominative text)
    join subjects s on s.customer_id = ${customer_id} and s.fiscal_code = x.fiscal_code`
  return new Map(found.map((person) => [person.fiscal_code, person]))
}

async function whyNotAccount(tx: Tx, customer_id: number, account: LoadedRow): Promise<string[]> {
  const text = (field: string) => (account[field] ?? null) as string | null
  const [name, fiscal_code, iban] = [text('name'), text('fiscal_code'), text('iban')]
  const found = await tx<{ name: string; why: string }[]>`
    select name, case when fiscal_code = ${fiscal_code} then 'code' when iban = ${iban} then 'iban' else 'name' end as why
    from accounts
    where customer_id = ${customer_id} and (fiscal_code = ${fiscal_code} or iban = ${iban}
      or (name_key = fold(${name}) and (fiscal_code is null or ${fiscal_code}::text is null)))
    order by account_id limit 3`
  return found.map(({ name, why }) =>
    why === 'code'
      ? `Nel tuo studio c’è già un condominio con questo codice fiscale: «${name}».`
      : why === 'iban'
        ? `Nel tuo studio c’è già un condominio con questo IBAN: «${name}».`
        : `Nel tuo studio c’è già un condominio che si chiama «${name}», e manca il codice fiscale per distinguerli.`,
  )
}

/** Those that still allow to collect; the others are history, and stay in the ZIP. */
export const mandatesToTake = (mandates: LoadedRow[]): LoadedRow[] =>
  mandates.filter(
    ({ state, debtor_iban, umr }) => (state === 'active' || state === 'suspended') && debtor_iban && umr,
  )

/** Documents whose content is of a kind that is kept here. */
export async function documentsToTake({ tables, content }: LoadedZip): Promise<LoadedRow[]> {
  const taken: LoadedRow[] = []
  for (const row of tables.documents) {
    if (row.file === null || taken.length >= mostDocuments) continue
    if (!('refused' in sniffDocument(await content(String(row.file))))) taken.push(row)
  }
  return taken
}
const mostDocuments = 500

async function notesOf(tx: Tx, customer_id: number, zip: LoadedZip): Promise<string[]> {
  const { manifest, tables } = zip
  const notes: string[] = []
  const sum = (field: string) => tables.bills.reduce((all, bill) => all + Number(bill[field]), 0)
  const tell = (count: number, one: string, more: (count: number) => string) => {
    if (count > 0) notes.push(count === 1 ? one : more(count))
  }
  tell(
    tables.payments.length,
    'Un pagamento entra come già incassato, e si legge nella storia delle bollette. La ricevuta resta quella di chi consegna.',
    (n) =>
      `${n} pagamenti entrano come già incassati, e si leggono nella storia delle bollette. Le ricevute restano quelle di chi consegna.`,
  )
  if (sum('pending') > 0)
    notes.push(
      `${formatEuro(sum('pending'))} erano in corso da chi consegna: qui restano da pagare. Chiedigli com’è finita prima di sollecitare.`,
    )
  tell(
    tables.bills.filter(({ disputed }) => disputed === 'yes').length,
    'Una bolletta era contestata alla banca: qui risulta incassata. Chiedi a chi consegna com’è finita.',
    (n) =>
      `${n} bollette erano contestate alla banca: qui risultano incassate. Chiedi a chi consegna com’è finita.`,
  )
  const taken = mandatesToTake(tables.mandates).length
  tell(
    taken,
    'Un mandato entra come bozza, con la sua prova: non si incassa niente finché non carichi il mandato firmato. Se cambia l’identificativo del creditore, alla banca va comunicata la modifica.',
    (n) =>
      `${n} mandati entrano come bozze, con le loro prove: non si incassa niente finché non carichi i mandati firmati. Se cambia l’identificativo del creditore, alla banca va comunicata la modifica.`,
  )
  tell(
    tables.mandates.length - taken,
    'Un mandato che non è in vigore resta solo nello ZIP.',
    (n) => `${n} mandati che non sono in vigore restano solo nello ZIP.`,
  )
  tell(
    tables.documents.length - (await documentsToTake(zip)).length,
    'Un documento resta solo nello ZIP: manca il file, o qui non si conserva.',
    (n) => `${n} documenti restano solo nello ZIP: manca il file, o qui non si conservano.`,
  )
  if (tables.movements.length + tables.refunds.length > 0)
    notes.push('I movimenti della banca e i rimborsi restano nello ZIP: conservalo.')
  const { count = 0 } = (await homonyms(tx, customer_id, tables.people)) ?? {}
  tell(
    count,
    'Una persona senza codice fiscale ha il nome di una che c’è già: entra come persona nuova. Se è la stessa, uniscile in Anagrafica.',
    (n) =>
      `${n} persone senza codice fiscale hanno il nome di altre che ci sono già: entrano come persone nuove. Se sono le stesse, uniscile in Anagrafica.`,
  )
  if (manifest.day < today())
    notes.push(`Lo scaduto è quello del ${formatDate(manifest.day)}: da allora può essere cresciuto.`)
  const [blocked] = await tx<{ blocked: boolean }[]>`
    select coalesce(iban_is_blocked(${tables.account[0]?.iban as string | null}), false) as blocked`
  if (blocked?.blocked) notes.push('L’IBAN del condominio è bloccato: il condominio entra senza.')
  return notes
}

async function homonyms(tx: Tx, customer_id: number, people: LoadedRow[]) {
  const names = people.flatMap(({ fiscal_code, nominative }) => (fiscal_code ? [] : [String(nominative)]))
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from unnest(${names}::text[]) n
    where exists (select from subjects s where s.customer_id = ${customer_id} and s.name_key = fold(n) and s.merged_into is null)`
  return row
}
