import { failedJobWords } from '../operations/failed-jobs.ts'
import { providerAccountLabels } from '../payments/provider-account.ts'
import { featureStateWords } from '../platform/features.ts'
import {
  announcementAudienceWords,
  announcementLevelWords,
  maintenanceAudienceWords,
} from '../platform/periods.ts'
import { sectionNames } from '../section.ts'
import { type AuditedRecord, inLowerCase, place } from './audited-record.ts'
import { basisPoints, choice, choicesOf, euro, listOf, plainNumber, storedPicture } from './value-formats.ts'

/** The data of an office, or of one that is not complete yet. */
const office = {
  business_name: 'Ragione sociale',
  is_store: 'Negozio',
  firstname: 'Nome',
  lastname: 'Cognome',
  ...place,
  fiscal_code: 'Codice fiscale',
  vat_number: 'Partita IVA',
  primary_email: 'E-mail',
  primary_mobile_phone: 'Telefono',
} as const

/** Offices, users and agents in the audit log. */
export const officeRecords = {
  customers: {
    name: 'Cliente',
    ending: 'o',
    fields: {
      ...office,
      state: ['Stato', choice({ '0': 'in attesa di attivazione', '1': 'attivo' })],
      interest_first: 'Imputazione: prima gli interessi',
      activated_at: 'Attivato il',
      agent_name: 'Agente',
      from_date: 'Dal',
      to_date: 'Al',
      reason: 'Motivo',
      until: 'Al più fino alle',
      ended_at: 'Terminato',
      ended_how: [
        'Terminato da',
        choice({
          button: 'chi operava',
          sign_out: 'uscita da Saldo',
          other_customer: 'passaggio a un altro cliente',
          expired: 'limite di tempo',
        }),
      ],
      taken_by_name: 'Attivazione seguita da',
      asked_text: 'Che cosa serve ancora',
      override_reason: 'Attivato lo stesso perché',
      closing_words: 'Parole di chiusura delle e-mail',
      logo_id: ['Logo delle e-mail', storedPicture],
      provider_account: ['Presso il provider', choice(inLowerCase(providerAccountLabels))],
      fee_bps: ['Commissione di Saldo', basisPoints],
      fee_fixed: ['Parte fissa della commissione', euro],
    },
    parts: {
      office_branding: { name: 'Aspetto delle e-mail', ending: 'o' },
      activations: { name: 'Attivazione', ending: 'a' },
      provider_accounts: {
        name: 'Account incassi',
        ending: 'o',
        acts: { created: 'Account incassi preparato', changed: 'Commissione degli incassi cambiata' },
      },
      impersonations: {
        name: 'Operazioni di Saldo per lo studio',
        ending: 'e',
        acts: {
          created: 'Saldo ha iniziato a operare per lo studio',
          changed: 'Saldo ha smesso di operare per lo studio',
        },
      },
    },
  },
  incomplete_customers: {
    name: 'Cliente incompleto',
    ending: 'o',
    fields: { ...office },
  },
  failed_jobs: {
    name: 'Lavoro fallito',
    ending: 'o',
    fields: {
      name: 'Lavoro',
      state: ['Stato', choice(failedJobWords)],
      reason: 'Motivo',
    },
    acts: { changed: 'Lavoro fallito: riprovato o scartato' },
  },
  maintenances: {
    name: 'Manutenzione',
    ending: 'a',
    fields: {
      audience: ['Per chi', choice(maintenanceAudienceWords)],
      covers: 'Studio o utente',
      reason: 'Motivo',
      message: 'Frase per chi è fuori',
      starts_at: 'Inizio',
      until: 'Fine prevista',
      ended_at: 'Terminata prima',
    },
  },
  feature_switches: {
    name: 'Funzione',
    ending: 'a',
    fields: {
      state: ['Stato', choice(featureStateWords)],
      offices: 'Studi',
      reason: 'Motivo',
    },
    acts: { changed: 'Funzione accesa o spenta' },
  },
  file_rules: {
    name: 'Durata dei file',
    ending: 'a',
    fields: { keep_days: 'Giorni', reason: 'Motivo' },
    acts: { changed: 'Durata dei file cambiata' },
  },
  announcements: {
    name: 'Avviso',
    ending: 'o',
    fields: {
      title: 'Titolo',
      text: 'Testo',
      level: ['Tipo', choice(announcementLevelWords)],
      starts_at: 'Dal',
      until: 'Al',
      audience: ['Destinatari', choicesOf(announcementAudienceWords)],
      ended_at: 'Terminato prima',
    },
  },
  minimum_versions: {
    name: 'Versione minima',
    ending: 'a',
    fields: {
      edition: ['Edizione', choice({ business: 'per studi e backoffice', b2c: 'per condòmini' })],
      version: 'Versione',
      reason: 'Motivo',
    },
  },
  users: {
    name: 'Utente',
    ending: 'o',
    fields: {
      section: ['Sezione', choice(sectionNames)],
      level: ['Permesso', choice({ read: 'lettura', write: 'modifica' })],
      user_name: 'Nome utente',
      nominative: 'Nominativo',
      email: 'E-mail',
      state: [
        'Stato',
        choice({ invited: 'invitato', active: 'attivo', suspended: 'sospeso', removed: 'rimosso' }),
      ],
      invited_at: 'Invitato il',
      activated_at: 'Attivato il',
      flag_super_user: 'Backoffice',
      flag_can_buy_service_is_active: 'Può acquistare servizi',
      is_subuser: 'Collaboratore',
      all_accounts: 'Tutti i condomìni',
    },
    parts: {
      query_authors: {
        name: 'Autore di interrogazioni',
        ending: 'o',
        acts: { created: 'Può scrivere interrogazioni', removed: 'Non scrive più interrogazioni' },
      },
      user_permissions: {
        name: 'Permesso',
        ending: 'o',
        acts: { created: 'Permesso dato', removed: 'Permesso tolto' },
      },
      user_accounts: {
        name: 'Condominio del collaboratore',
        ending: 'o',
        acts: {
          created: 'Condominio aggiunto al collaboratore',
          removed: 'Condominio tolto al collaboratore',
        },
      },
    },
  },
  emails: {
    name: 'E-mail',
    ending: 'a',
    fields: {},
    acts: { mail_read: 'Testo dell’e-mail letto', sent: 'E-mail mandata di nuovo' },
  },
  suppressed_addresses: {
    name: 'Indirizzo soppresso',
    ending: 'o',
    fields: {
      address: 'Indirizzo',
      cause: [
        'Causa',
        choice({
          bounce: 'e-mail respinta',
          refused: 'rifiutata dal server',
          complaint: 'segnata come indesiderata',
          hand: 'a mano',
        }),
      ],
      reason: 'Motivo',
      lifted_at: 'Riammesso il',
      lift_reason: 'Perché riammesso',
    },
  },
  api_users: {
    name: 'Accesso API',
    ending: 'o',
    fields: { user_name: 'Nome utente', webhook_url: 'Indirizzo del webhook' },
  },
  email_templates: {
    name: 'Modello di e-mail',
    ending: 'o',
    fields: {
      name: 'Nome',
      description: 'Descrizione',
      kind: ['Formato', choice({ mjml: 'MJML', html: 'HTML caricato' })],
      subject: 'Oggetto',
      sandbox_number: ['Versione in prova', plainNumber],
      live_number: ['Versione in uso', plainNumber],
      note: 'Nota',
    },
    parts: { email_template_versions: { name: 'Versione di un modello', ending: 'a' } },
  },
  agents: {
    name: 'Agente',
    ending: 'o',
    fields: {
      firstname: 'Nome',
      lastname: 'Cognome',
      business_name: 'Ragione sociale',
      name: 'Nome',
      fiscal_code: 'Codice fiscale',
      vat_number: 'Partita IVA',
      email: 'E-mail',
      phone: 'Telefono',
      commission_bps: ['Percentuale di provvigione', basisPoints],
      ended_on: 'Ultimo giorno',
      title: 'Rendiconto',
      fees_cents: ['Commissioni trattenute', euro],
      reversed_cents: ['Commissioni restituite', euro],
      base_cents: ['Base', euro],
      commission_cents: ['Provvigione', euro],
      status: ['Stato', choice({ closed: 'chiuso', paid: 'pagato' })],
      paid_on: 'Pagato il',
      reference: 'Riferimento',
      closed_at: 'Chiuso il',
      customer_name: 'Cliente',
      from_date: 'Dal',
      to_date: 'Al',
    },
    parts: { commission_statements: { name: 'Rendiconto delle provvigioni', ending: 'o' } },
  },
  queries: {
    name: 'Interrogazione',
    ending: 'a',
    fields: {
      name: 'Nome',
      description: 'Descrizione',
      tags: ['Etichette', listOf('etichetta', 'etichette')],
      archived_at: 'Archiviata il',
      version: ['Versione', plainNumber],
      text: 'Testo',
      note: 'Nota',
      state: [
        'Stato',
        choice({ draft: 'bozza', submitted: 'da approvare', approved: 'approvata', rejected: 'respinta' }),
      ],
      reason: 'Motivo',
    },
    parts: {
      saved_queries: { name: 'Interrogazione', ending: 'a' },
      saved_query_versions: { name: 'Versione dell’interrogazione', ending: 'a' },
    },
  },
  query_runs: {
    name: 'Esecuzione di un’interrogazione',
    ending: 'a',
    acts: { created: 'Interrogazione eseguita' },
    fields: {
      name: 'Interrogazione',
      version: ['Versione', plainNumber],
      text: 'Testo',
      kind: ['Cosa', choice({ run: 'risultato', plan: 'piano', export: 'file' })],
      values: 'Valori',
      customer_name: 'Solo i dati di',
    },
  },
} as const satisfies Record<string, AuditedRecord>
