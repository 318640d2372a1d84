import {
  charsetLabels,
  dateFormatLabels,
  decimalLabels,
  receiptRowsLabels,
  separatorLabels,
} from '../accounting/receipt-layout.ts'
import { planStateLabels } from '../arrears/instalment-plan.ts'
import { expenseNatures } from '../bills/expense-payers.ts'
import { moneyTransferStateLabels } from '../payments/money-transfer.ts'
import { budgetStateLabels } from '../state-labels.ts'
import { type AuditedRecord, inLowerCase } from './audited-record.ts'
import { receiptColumnsInWords } from './receipt-columns.ts'
import { reminderLevels } from './reminder-levels.ts'
import { choice, countOf, euro, listOf, percent, plainNumber } from './value-formats.ts'

/** Bills, budgets, reminders and what else asks for money in the audit log. */
export const moneyRecords = {
  bills: {
    name: 'Bolletta',
    ending: 'a',
    fields: {
      number: 'Numero',
      description: 'Descrizione',
      unit: 'Unità',
      issue_date: 'Data di emissione',
      amount: ['Importo', euro],
      status: ['Stato', choice({ draft: 'bozza', issued: 'emessa', cancelled: 'annullata' })],
      link_version: ['Link della bolletta, versione', plainNumber],
      freed: ['Già pagato', euro],
      surplus: ['Quanto già pagato', choice({ credit: 'resta a credito', refund: 'si rimborsa' })],
      reason: 'Motivo',
    },
    parts: {
      credit_notes: { name: 'Nota di credito', ending: 'a', acts: { created: 'Nota di credito emessa' } },
    },
  },
  budgets: {
    name: 'Preventivo',
    ending: 'o',
    fields: {
      description: 'Voce di spesa',
      amount: ['Importo', euro],
      previous_amount: ['Importo nel preventivo copiato', euro],
      nature: ['Natura', choice(inLowerCase(expenseNatures))],
      tenant_percent: ['Quota dell’inquilino', percent],
      usufructuary_percent: ['Quota dell’usufruttuario', percent],
      criterion: [
        'Criterio di riparto',
        choice({
          table: 'per tabella',
          stairs: 'scale e ascensore',
          terrace: 'lastrico in uso esclusivo',
          metered: 'a consumo',
          direct: 'solo ad alcune unità',
        }),
      ],
      fixed_percent: ['Quota fissa', percent],
      starts_on: 'Inizio dell’esercizio',
      ends_on: 'Fine dell’esercizio',
      name: 'Nome',
      state: ['Stato', choice(inLowerCase(budgetStateLabels))],
      issue_date: 'Data di emissione',
      due_dates: ['Scadenze', listOf('scadenza', 'scadenze')],
      bills: ['Bollette', countOf('bolletta', 'bollette')],
    },
    acts: { undone: 'Emissione del preventivo annullata' },
    parts: {
      budget_expenses: {
        name: 'Voce di spesa',
        ending: 'a',
        acts: { created: 'Voce di spesa aggiunta' },
      },
    },
  },
  reminders: {
    name: 'Sollecito',
    ending: 'o',
    fields: {
      name: 'Nome',
      automatic: 'Invio automatico ogni notte',
      not_within_days: ['Fra un sollecito e l’altro almeno', countOf('giorno', 'giorni')],
      least_residue: ['Importo minimo', euro],
      address_form: ['Tu o Lei', choice({ tu: 'tu', lei: 'Lei' })],
      steps: ['Livelli', reminderLevels],
      sent: ['Inviati', countOf('sollecito', 'solleciti')],
      delivered: ['Consegnati', countOf('sollecito', 'solleciti')],
    },
    acts: { sent: 'Solleciti inviati', delivered: 'Sollecito consegnato' },
    parts: { reminder_sequences: { name: 'Regole dei solleciti', ending: 'e' } },
  },
  plans: {
    name: 'Piano di rientro',
    ending: 'o',
    fields: {
      name: 'Nome',
      state: ['Stato', choice(inLowerCase(planStateLabels))],
      amount: ['Importo', euro],
      grace_days: ['Tolleranza', countOf('giorno', 'giorni')],
      expires_on: 'Proposta valida fino al',
      email: 'E-mail',
      note: 'Nota',
      accepted_at: 'Accettato il',
      accepted_from: 'Accettato da (indirizzo IP)',
      ended_at: 'Finito il',
    },
  },
  payments: { name: 'Pagamento', ending: 'o', fields: {} },
  refunds: { name: 'Rimborso', ending: 'o', fields: {} },
  payment_allocations: { name: 'Imputazione', ending: 'a', fields: {} },
  payment_sources: { name: 'Metodo di pagamento', ending: 'o', fields: {} },
  autopays: {
    name: 'Addebito automatico',
    ending: 'o',
    fields: {
      state: ['Stato', choice({ active: 'attivo', paused: 'in pausa', revoked: 'revocato' })],
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
    },
  },
  debits: { name: 'Addebito', ending: 'o', fields: {} },
  imports: {
    name: 'Importazione',
    ending: 'a',
    fields: {
      new_accounts: ['Condomìni nuovi', plainNumber],
      new_subjects: ['Persone nuove', plainNumber],
      new_units: ['Unità nuove', plainNumber],
      new_bills: ['Bollette nuove', plainNumber],
      new_amount: ['Importo delle bollette nuove', euro],
      changed_rows: ['Dati aggiornati', countOf('riga', 'righe')],
    },
    acts: { imported: 'File importato' },
  },
  handovers: {
    name: 'Passaggio di consegne',
    ending: 'o',
    fields: {
      new_units: ['Unità nuove', plainNumber],
      new_subjects: ['Persone nuove', plainNumber],
      new_bills: ['Bollette nuove', plainNumber],
      new_amount: ['Importo delle bollette nuove', euro],
    },
    acts: {
      created: 'Passaggio di consegne preparato',
      sent: 'Passaggio di consegne scaricato',
      imported: 'Condominio preso in consegna',
    },
  },
  money_transfers: {
    name: 'Spostamento di denaro',
    ending: 'o',
    fields: {
      reference: 'Riferimento',
      amount: ['Importo', euro],
      reason: 'Motivo',
      state: ['Stato', choice(inLowerCase(moneyTransferStateLabels))],
      closing_reason: 'Motivo della chiusura',
      failure_code: 'Codice del provider o della banca',
      sent_on: 'Partito il',
      paid_on: 'Arrivato il',
      failed_on: 'Tornato il',
      approved_by_name: 'Approvato da',
      taken_by_name: 'File scaricato da',
    },
    acts: { created: 'Spostamento di denaro chiesto' },
    parts: {
      money_transfer_approvals: {
        name: 'Approvazione',
        ending: 'a',
        acts: { created: 'Spostamento di denaro approvato' },
      },
      money_transfer_file_takings: {
        name: 'File per la banca',
        ending: 'o',
        acts: { created: 'File dello spostamento di denaro scaricato' },
      },
    },
  },
  money_transfer_limits: {
    name: 'Limiti degli spostamenti',
    ending: 'i',
    fields: {
      office_day_limit: ['Limite al giorno di uno studio', euro],
      all_day_limit: ['Limite al giorno di tutti gli studi', euro],
      payer_name: 'Intestatario del conto della piattaforma',
      reason: 'Motivo',
    },
    acts: { created: 'Limiti degli spostamenti fissati' },
  },
  provider_accounts: { name: 'Account incassi', ending: 'o', fields: {} },
  receipt_layouts: {
    name: 'Tracciato degli incassi',
    ending: 'o',
    fields: {
      name: 'Nome',
      columns: ['Colonne', receiptColumnsInWords],
      rows: ['Righe', choice(inLowerCase(receiptRowsLabels))],
      separator: ['Separatore', choice(inLowerCase(separatorLabels))],
      decimal: ['Decimali', choice(inLowerCase(decimalLabels))],
      date_format: ['Date', choice(dateFormatLabels)],
      charset: ['Codifica dei caratteri', choice(charsetLabels)],
    },
  },
} as const satisfies Record<string, AuditedRecord>
