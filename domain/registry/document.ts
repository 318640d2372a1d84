import { allowedWhen } from '../allowed-when.ts'
import { type FileScan, whyNotSafe } from '../files/file-kind.ts'
import { type SecondPersonRefusal, secondPersonRefusals } from '../platform/second-person.ts'

/** The document types required of an office, a condominium and a person, with their labels. */
export const documentTypes = {
  customer: {
    identity: 'Documento d’identità',
    tax_code: 'Codice fiscale o tessera sanitaria',
    chamber_of_commerce: 'Visura camerale',
    vat_certificate: 'Certificato di partita IVA',
    contract: 'Contratto firmato',
    insurance: 'Polizza di responsabilità civile',
    training: 'Attestato di formazione',
    logo: 'Logo, per le stampe',
    signature: 'Firma, per le stampe',
    other: 'Altro',
  },
  account: {
    appointment: 'Delibera di nomina',
    tax_code: 'Attribuzione del codice fiscale',
    bank: 'Intestazione del conto',
    regulation: 'Regolamento',
    minutes: 'Verbale di assemblea',
    register: 'Registro di anagrafe',
    other: 'Altro',
  },
  subject: {
    identity: 'Documento d’identità',
    tax_code: 'Codice fiscale o tessera sanitaria',
    deed: 'Atto di proprietà',
    lease: 'Contratto di locazione',
    mandate: 'Mandato firmato',
    proxy: 'Delega',
    other: 'Altro',
  },
} as const
export type DocumentOwner = keyof typeof documentTypes
export const documentOwners = Object.keys(documentTypes) as [DocumentOwner, ...DocumentOwner[]]

/** A type together with its owner, as lists filter by it: an identity card may be an office's or a person's. */
export type DocumentKind = {
  [O in DocumentOwner]: `${O}.${keyof (typeof documentTypes)[O] & string}`
}[DocumentOwner]
export const documentKinds = documentOwners.flatMap((owner) =>
  Object.keys(documentTypes[owner]).map((type) => `${owner}.${type}`),
) as [DocumentKind, ...DocumentKind[]]

/** Documents of an office that its prints show: pictures, of at most this many bytes. */
export const letterheadTypes = ['logo', 'signature'] as const
export type LetterheadType = (typeof letterheadTypes)[number]
export const isLetterheadType = (type: string): type is LetterheadType =>
  (letterheadTypes as readonly string[]).includes(type)
export const mostLetterheadBytes = 1024 * 1024

/** The label of a document type; the type itself if it is no longer offered. */
export const documentTypeName = (owner: DocumentOwner, type: string): string =>
  (documentTypes[owner] as Record<string, string>)[type] ?? type

/** `waiting` and `infected` are results of the virus scan; the others are a reviewer's decision. */
export type DocumentPhase = 'waiting' | 'infected' | 'to_check' | 'checked' | 'invalid'

/** The scan comes first: a file that is not known to be clean is neither opened nor reviewed. */
export const documentPhase = ({ state, scan }: { state: string; scan: string }): DocumentPhase =>
  scan === 'waiting' || scan === 'infected' ? scan : (state as DocumentPhase)

export const documentCan = allowedWhen<'download' | 'check' | 'invalidate' | 'delete', DocumentPhase>(
  {
    download: ['to_check', 'checked', 'invalid'],
    check: ['to_check', 'checked', 'invalid'],
    invalidate: ['to_check', 'checked', 'invalid'],
    delete: ['waiting', 'infected', 'to_check', 'invalid'],
  },
  {
    waiting: 'Il controllo antivirus non è ancora finito: riprova fra poco.',
    infected: 'Nel file c’è un virus: non si apre e non è stato conservato.',
    to_check: 'È ancora da verificare.',
    checked: 'È già verificato: per toglierlo scrivi all’assistenza.',
    invalid: 'È stato segnato come non valido.',
  },
)

/** Why nobody decides about a document that they uploaded. */
export const ownUpload = 'L’hai caricato tu: lo verifica un’altra persona.'
/** Why nobody decides about a document of somebody who is one hand with them: both logins may be one person's. */
export const uploadInLine =
  'Uno fra te e chi l’ha caricato ha invitato l’altro, anche tramite altri inviti, o ne ha cambiato l’accesso: lo verifica un’altra persona.'

/** Why a super user is no second person to whoever uploaded a document, by the code of `second_person_refusal`. */
export const reviewerRefusals: Readonly<Record<SecondPersonRefusal, string>> = {
  ...secondPersonRefusals,
  invited_in_line: uploadInLine,
}

/** Whether a refusal is about the person, so that they may still look at the file. */
export const isAboutReviewer = (why: string): boolean =>
  why === ownUpload || Object.values(reviewerRefusals).includes(why)

/**
 * Why somebody may not decide now whether a document is valid, as an Italian sentence; null: they may. `own`: they uploaded
 * it. `refusal`: why they are no second person to whoever did. `has_scanner`: whether this installation has a virus scanner.
 */
export function whyNotReviewed(
  document: { state: string; scan: FileScan },
  { own, refusal, has_scanner }: { own: boolean; refusal: SecondPersonRefusal | null; has_scanner: boolean },
): string | null {
  return (
    documentCan.why('check', { phase: documentPhase(document) }) ??
    whyNotSafe(document.scan, has_scanner) ??
    (own ? ownUpload : refusal && reviewerRefusals[refusal])
  )
}

/** Seconds after which the office is told of a decision. Until then whoever decided can take it back. */
export const toldAfterSeconds = 10

/** What is written most often to an office whose document is not valid. */
export const usualReasons = [
  'Non si legge: serve una scansione o una foto più nitida.',
  'È scaduto: serve un documento in corso di validità.',
  'È incompleto: mancano delle pagine o il retro.',
  'I dati non corrispondono a quelli scritti in Saldo.',
  'È un altro tipo di documento: caricalo con il tipo giusto.',
  'Manca la firma.',
] as const

/** The largest accepted file, in bytes. */
export const mostDocumentBytes = 20 * 1024 * 1024

/**
 * Types of documents of a condominium that its residents may see: what concerns all of them, and neither people, nor the bank,
 * nor how the condominium was taken on. The database holds it too (`only_papers_of_a_condominium_are_shared`).
 */
export const sharedTypes = ['regulation', 'minutes', 'other'] as const
export const isSharedType = (owner: DocumentOwner, type: string): boolean =>
  owner === 'account' && (sharedTypes as readonly string[]).includes(type)

/** Why a document is not shown to residents, as an Italian sentence; null: it may be. `has_scanner`: see `whyNotReviewed`. */
export function whyNotShared(
  document: { account_id: number | null; type: string; state: string; scan: FileScan },
  { has_scanner }: { has_scanner: boolean },
): string | null {
  if (!isSharedType(document.account_id === null ? 'customer' : 'account', document.type))
    return 'Ai condòmini si mostrano solo regolamento, verbali e altri documenti del condominio.'
  if (document.state === 'invalid') return 'È stato segnato come non valido.'
  return whyNotSafe(document.scan, has_scanner)
}

/** The accepted file types: content type → file name extensions, the usual one first. */
export const documentFormats: Record<string, readonly string[]> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/tiff': ['tif', 'tiff'],
  'application/pkcs7-mime': ['p7m'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
}
