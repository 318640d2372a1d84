import { fileKindNames, removalNames, scanNames } from '../files/file-kind.ts'
import { creditRefundStateLabels } from '../payments/credit-refund.ts'
import { paymentMethodLabels } from '../payments/payment-method.ts'
import { reversalReasons } from '../payments/reversal.ts'
import { slipKindLabels } from '../postal/customer-code.ts'
import { documentTypes } from '../registry/document.ts'
import { rightNames } from '../right-holder.ts'
import { type AuditedRecord, inLowerCase, place } from './audited-record.ts'
import { basisPoints, bytes, choice, euro, listOf, tenThousandths } from './value-formats.ts'

/** `active` is said as of a delegation. */
const autopayStates = { paused: 'in pausa', revoked: 'revocato' }
const delegationStates = { asked: 'chiesta', invited: 'da accettare', active: 'in vigore', ended: 'chiusa' }

/** Condominiums, units, people and documents in the audit log. */
export const registryRecords = {
  accounts: {
    name: 'Condominio',
    ending: 'o',
    fields: {
      name: 'Nome',
      state: ['Stato', choice({ awaiting: 'da attivare', active: 'attivo', closed: 'chiuso' })],
      activated_at: 'Attivato il',
      closed_at: 'Chiuso il',
      fiscal_code: 'Codice fiscale',
      iban: 'IBAN',
      creditor_id: 'Identificativo del creditore',
      ...place,
      email: 'E-mail',
      phone: 'Telefono',
      provider_account: [
        'Conto del provider',
        choice({ stripe: 'conto principale', stripe2: 'secondo conto' }),
      ],
      account_destination: 'Account incassi',
      flag_pay_card: 'Si paga con carta',
      flag_pay_debit: 'Si paga con addebito',
      flag_pay_klarna: 'Si paga con Klarna',
      minimum_payment: ['Pagamento minimo', euro],
      kind: ['Interessi di mora', choice({ legal: 'al tasso legale', agreed: 'al tasso pattuito' })],
      agreed_bps: ['Tasso pattuito', basisPoints],
      closed_to: 'Conti chiusi fino al',
      sia: 'Codice SIA',
      slip_kind: ['Tipo di bollettino', choice(slipKindLabels)],
      slip_holder: 'Intestazione del bollettino',
      slip_authorisation: 'Autorizzazione di Poste',
      reason: 'Motivo',
    },
    acts: {
      iban_revealed: 'IBAN mostrato',
      books_closed: 'Conti chiusi',
      books_reopened: 'Conti riaperti',
    },
    parts: {
      late_interest_rules: { name: 'Regola degli interessi di mora', ending: 'a' },
      collection_settings: { name: 'Accordo con la banca per MAV e RiBa', ending: 'o' },
      postal_slips: { name: 'Bollettino postale', ending: 'o' },
    },
  },
  iban_changes: {
    name: 'Cambio di IBAN',
    ending: 'o',
    fields: {
      old_iban: 'IBAN di prima',
      new_iban: 'IBAN nuovo',
      state: [
        'Stato',
        choice({
          pending: 'da confermare',
          confirmed: 'confermato',
          withdrawn: 'ritirato',
          replaced: 'sostituito',
          expired: 'decaduto',
        }),
      ],
      told: ['Avvisati', listOf('indirizzo', 'indirizzi')],
      code_to: 'Codice inviato a',
      requested_by_name: 'Richiesto da',
      requested_at: 'Richiesto il',
      expires_at: 'Decade il',
      decided_by_name: 'Deciso da',
      decided_at: 'Deciso il',
    },
    acts: { created: 'Cambio di IBAN richiesto' },
  },
  contact_changes: {
    name: 'Cambio di indirizzo e-mail',
    ending: 'o',
    fields: {
      old_email: 'Indirizzo di prima',
      new_email: 'Indirizzo nuovo',
      state: [
        'Stato',
        choice({
          pending: 'da confermare',
          confirmed: 'confermato',
          withdrawn: 'ritirato',
          replaced: 'sostituito',
          expired: 'decaduto',
        }),
      ],
      requested_by_name: 'Richiesto da',
      requested_at: 'Richiesto il',
      expires_at: 'Decade il',
      decided_by_name: 'Deciso da',
      decided_at: 'Deciso il',
    },
  },
  units: {
    name: 'Unità',
    ending: 'a',
    fields: {
      staircase: 'Scala',
      number: 'Numero',
      floor: 'Piano',
      use: [
        'Uso',
        choice({
          home: 'abitazione',
          shop: 'negozio',
          office: 'ufficio',
          garage: 'box',
          cellar: 'cantina',
          other: 'altro',
        }),
      ],
      cadastral_sheet: 'Foglio catastale',
      cadastral_parcel: 'Particella',
      cadastral_subunit: 'Subalterno',
      cadastral_category: 'Categoria catastale',
      notes: 'Note',
      name: 'Nome',
    },
  },
  right_holders: {
    name: 'Titolare',
    ending: 'o',
    fields: {
      right_kind: ['Diritto', choice(inLowerCase(rightNames))],
      share: 'Quota',
      since: 'Dal',
      until: 'Al',
      pays: 'Riceve le bollette',
    },
    acts: { created: 'Titolare aggiunto', removed: 'Titolare rimosso' },
  },
  weight_tables: {
    name: 'Tabella millesimale',
    ending: 'a',
    fields: {
      name: 'Nome',
      kind: [
        'Tipo',
        choice({
          value: 'proprietà',
          stairs: 'scale',
          lift: 'ascensore',
          heating: 'riscaldamento',
          meter: 'contatori',
          other: 'altro',
        }),
      ],
      weight: ['Millesimi o lettura', tenThousandths],
    },
    parts: {
      weights: {
        name: 'Millesimi',
        ending: 'i',
        acts: { created: 'Millesimi inseriti', removed: 'Millesimi rimossi' },
      },
    },
  },
  subjects: {
    name: 'Persona',
    ending: 'a',
    fields: {
      as_of: 'Alla data del',
      issuer: 'Rilasciata da',
      issued_at: 'Rilasciata il',
      revoked_at: 'Revocata il',
      revoke_reason: 'Motivo della revoca',
      name: 'Per che cosa',
      given: 'Consenso',
      nominative: 'Nominativo',
      abi: 'ABI della banca per le RiBa',
      cab: 'CAB della banca per le RiBa',
      fiscal_code: 'Codice fiscale',
      email: 'E-mail',
      pec: 'PEC',
      phone: 'Telefono',
      ...place,
      merged_into: 'Unita a',
      merged_at: 'Unita il',
      payment: 'Transazione',
      collected: ['Incasso stornato', euro],
      method: ['Pagato con', choice(inLowerCase(paymentMethodLabels))],
      received_on: 'Ricevuto il',
      reason: ['Motivo', choice(inLowerCase(reversalReasons))],
      note: 'Nota',
      replaced: 'Registrato di nuovo come',
      title: 'Tipo',
      text: 'Testo',
      happened_at: 'Data e ora',
      call_back_on: 'Richiamare il',
      called_back_at: 'Richiamata il',
      amount: ['Importo', euro],
      beneficiary: 'Beneficiario',
      iban: 'IBAN',
      state: [
        'Stato',
        choice({ ...inLowerCase(creditRefundStateLabels), ...delegationStates, ...autopayStates }),
      ],
      pause_reason: [
        'Perché è in pausa',
        choice({
          payer: 'scelta di chi paga',
          failures: 'due addebiti non riusciti',
          source: 'metodo non utilizzabile',
        }),
      ],
      paused_until: 'In pausa fino al',
      cap: ['Limite per addebito', euro],
      starts_on: 'Dal',
      delegate_name: 'Chi paga',
      delegate_email: 'E-mail di chi paga',
      consent_by: ['Consenso', choice({ owner: 'della persona', office: 'annotato dallo studio' })],
      consent_on: 'Consenso del',
      consent_note: 'Come ha dato il consenso',
      expires_on: 'Vale fino al',
      executed_on: 'Eseguita il',
      returned_on: 'Tornata indietro il',
      failure_code: 'Codice della banca',
    },
    acts: {
      collection_reversed: 'Incasso stornato',
      delivered: 'Copia dei propri dati scaricata dalla persona',
    },
    parts: {
      debtor_banks: { name: 'Banca per le RiBa', ending: 'a' },
      notes: {
        name: 'Nota',
        ending: 'a',
        acts: { created: 'Nota scritta', changed: 'Nota corretta', removed: 'Nota cancellata' },
      },
      certificates: {
        name: 'Attestazione',
        ending: 'a',
        acts: { created: 'Attestazione rilasciata' },
      },
      credit_refunds: {
        name: 'Restituzione di un credito',
        ending: 'a',
        acts: { created: 'Restituzione di un credito chiesta' },
      },
      autopays: {
        name: 'Addebito automatico',
        ending: 'o',
        acts: { created: 'Addebito automatico attivato' },
      },
      delegations: { name: 'Delega a pagare', ending: 'a' },
      subject_consents: { name: 'Consenso', ending: 'o', acts: { created: 'Consenso registrato' } },
    },
  },
  documents: {
    name: 'Documento',
    ending: 'o',
    fields: {
      type: [
        'Tipo',
        choice({ ...documentTypes.customer, ...documentTypes.account, ...documentTypes.subject }),
      ],
      file_name: 'File',
      mime: [
        'Formato',
        choice({ 'application/pdf': 'PDF', 'image/jpeg': 'immagine JPEG', 'image/png': 'immagine PNG' }),
      ],
      size: ['Dimensione', bytes],
      state: ['Stato', choice({ to_check: 'da verificare', checked: 'verificato', invalid: 'non valido' })],
      reason: 'Motivo',
      checked_at: 'Controllato il',
      shared_at: 'Condiviso con i condòmini il',
    },
    acts: { created: 'Documento caricato' },
  },
  files: {
    name: 'File',
    ending: 'o',
    fields: {
      kind: ['Tipo', choice(fileKindNames)],
      tags: 'Etichette',
      keep_until: 'Si conserva fino al',
      hold_reason: 'Bloccato per',
      removed_how: ['Come', choice(removalNames)],
      removed_reason: 'Motivo',
      scan: ['Antivirus', choice(scanNames)],
      reason: 'Motivo',
    },
    acts: { sent: 'File scaricato senza controllo antivirus' },
  },
  blocked_ibans: {
    name: 'IBAN bloccato',
    ending: 'o',
    fields: { iban: 'IBAN', reason: 'Motivo' },
    parts: {
      iban_blacklist: {
        name: 'IBAN bloccato',
        ending: 'o',
        acts: {
          created: 'IBAN bloccato',
          changed: 'Blocco di un IBAN modificato',
          removed: 'IBAN sbloccato',
        },
      },
    },
  },
} as const satisfies Record<string, AuditedRecord>
