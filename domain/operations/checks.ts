/** What a check found. `unknown`: it could not be asked, which is never taken for ok. */
export const checkStates = ['ok', 'attention', 'broken', 'unknown'] as const
export type CheckState = (typeof checkStates)[number]

export const checkStateWords: Record<CheckState, string> = {
  ok: 'A posto',
  attention: 'Da guardare',
  broken: 'Guasto',
  unknown: 'Non verificato',
}

export const checkGroups = {
  jobs: 'Lavori in background',
  mail: 'E-mail',
  payments: 'Pagamenti ed eventi',
  provider: 'Provider dei pagamenti',
  database: 'Database',
  storage: 'File e indirizzo',
} as const
export type CheckGroup = keyof typeof checkGroups

/** `none`: the figure says nothing that the state does not. */
export type FigureUnit = 'count' | 'seconds' | 'bytes' | 'percent' | 'days' | 'cents' | 'none'

/** The pages on which a person sees and mends what a check found. */
export type CheckPage = 'failed_jobs' | 'attempts' | 'events' | 'mails_waiting' | 'mails_refused'

export type CheckWords = {
  group: CheckGroup
  name: string
  unit: FigureUnit
  /** What the figure counts, after it: *3 da guardare*. */
  of: string
  /** What it means when it is not ok. */
  means: string
  /** What to do about it. */
  todo: string
  page?: CheckPage
}

/** Every check, by its stable code, in the order in which a page shows them. docs/operations.md explains each. */
export const checks = {
  failed_jobs: {
    group: 'jobs',
    name: 'Lavori falliti',
    unit: 'count',
    of: 'da guardare',
    means:
      'Un lavoro in background non è riuscito nemmeno all’ultimo tentativo: quello che doveva fare manca ancora.',
    todo: 'Apri l’elenco e leggi l’errore. Tolta la causa, riprova; se non serve più, scartalo scrivendo perché.',
    page: 'failed_jobs',
  },
  waiting_jobs: {
    group: 'jobs',
    name: 'Coda dei lavori',
    unit: 'seconds',
    of: 'di attesa del più vecchio',
    means: 'I lavori aspettano troppo prima di partire: e-mail, esiti e importazioni arrivano tardi.',
    todo: 'Controlla che almeno un server sia acceso e che il database risponda. Se la coda continua a crescere, aggiungi un server.',
  },
  scheduled_jobs: {
    group: 'jobs',
    name: 'Lavori a orario',
    unit: 'count',
    of: 'saltati',
    means: 'Un lavoro a orario non è partito quando doveva.',
    todo: 'Di solito a quell’ora nessun server era acceso. Controlla che ora ce ne sia uno: il lavoro riparte al prossimo orario.',
  },
  mails_waiting: {
    group: 'mail',
    name: 'E-mail in attesa',
    unit: 'seconds',
    of: 'di attesa della più vecchia',
    means: 'Ci sono e-mail scritte da tempo e non ancora partite.',
    todo: 'Guarda le righe «Server di posta» e «Guasti della posta». Le e-mail restano in coda e partono da sole.',
    page: 'mails_waiting',
  },
  mails_refused: {
    group: 'mail',
    name: 'E-mail rifiutate',
    unit: 'count',
    of: 'rifiutate o tornate indietro, fra quelle delle ultime 24 ore',
    means: 'Troppi indirizzi vengono rifiutati: sono sbagliati, oppure siamo finiti in una lista di blocco.',
    todo: 'Guarda a quali indirizzi non arrivano. Se sono di un solo dominio, scrivi al suo gestore; se sono di tutti, controlla SPF, DKIM e la reputazione del mittente.',
    page: 'mails_refused',
  },
  mail_faults: {
    group: 'mail',
    name: 'Guasti della posta',
    unit: 'count',
    of: 'guasti nelle ultime 24 ore',
    means: 'Il server di posta non prende le e-mail per un motivo che riguarda noi.',
    todo: 'Controlla SMTP_URL (nome utente, password, certificato), MAIL_FROM e le autorizzazioni del mittente. Nessun addebito viene annullato per questo.',
  },
  mail_server: {
    group: 'mail',
    name: 'Server di posta',
    unit: 'none',
    of: '',
    means: 'Il server di posta non risponde o rifiuta l’accesso: nessuna e-mail parte.',
    todo: 'Controlla SMTP_URL, la rete verso il server di posta e il suo certificato.',
  },
  unknown_attempts: {
    group: 'payments',
    name: 'Pagamenti senza esito',
    unit: 'count',
    of: 'senza esito da troppo',
    means: 'Di questi pagamenti non sappiamo come sono andati, da più tempo di quanto il metodo ne chieda.',
    todo: 'Apri l’elenco e chiedi di nuovo al provider. Non si confermano mai a mano: finché non si sa, le rate restano impegnate.',
    page: 'attempts',
  },
  unapplied_events: {
    group: 'payments',
    name: 'Eventi da applicare',
    unit: 'count',
    of: 'ricevuti e non applicati',
    means: 'Il provider ci ha avvisati di qualcosa che non è ancora nei nostri libri.',
    todo: 'Apri l’elenco e applicali di nuovo. Se falliscono ancora, l’errore è fra i lavori falliti.',
    page: 'events',
  },
  webhook_silence: {
    group: 'payments',
    name: 'Arrivo degli eventi',
    unit: 'seconds',
    of: 'dall’ultimo evento',
    means: 'Ci sono stati pagamenti, ma il provider non ci ha mandato eventi: gli esiti arrivano tardi.',
    todo: 'Nel pannello del provider guarda le consegne del webhook. Il controllo periodico trova comunque gli esiti, ma più tardi.',
    page: 'events',
  },
  webhook_endpoint: {
    group: 'provider',
    name: 'Indirizzo del webhook',
    unit: 'count',
    of: 'da riattivare',
    means: 'Presso il provider il nostro webhook è disattivato o manca: non ci manda più eventi.',
    todo: 'Nel pannello del provider riattiva il webhook verso PUBLIC_URL, oppure crealo di nuovo e aggiorna il segreto.',
  },
  provider: {
    group: 'provider',
    name: 'Risposta del provider',
    unit: 'none',
    of: '',
    means: 'Il provider non risponde o rifiuta la nostra chiave: nessuno può pagare con carta o addebito.',
    todo: 'Guarda la pagina di stato del provider. Se la chiave è rifiutata, controlla STRIPE_SECRET_KEY.',
  },
  provider_account: {
    group: 'provider',
    name: 'Conto presso il provider',
    unit: 'count',
    of: 'richieste aperte',
    means:
      'Il provider chiede dati o documenti per il nostro conto; oltre la scadenza blocca incassi o accrediti.',
    todo: 'Entra nel pannello del provider e completa quello che chiede.',
  },
  provider_balance: {
    group: 'provider',
    name: 'Saldo presso il provider',
    unit: 'cents',
    of: 'disponibili',
    means: 'Il saldo presso il provider è negativo: i rimborsi non partono.',
    todo: 'Versa la differenza dal pannello del provider, o aspetta i prossimi incassi.',
  },
  provider_version: {
    group: 'provider',
    name: 'Versione del provider',
    unit: 'none',
    of: '',
    means: 'Il provider risponde con una versione diversa da quella per cui Saldo è scritto.',
    todo: 'Aggiorna Saldo, oppure togli dal pannello del provider la versione forzata sulla chiave.',
  },
  database_size: {
    group: 'database',
    name: 'Dimensione del database',
    unit: 'bytes',
    of: '',
    means: 'Il database è così grande che salvataggio e ripristino non stanno più in una notte.',
    todo: 'Prevedi salvataggi incrementali e più disco; guarda quali tabelle crescono.',
  },
  database_connections: {
    group: 'database',
    name: 'Connessioni',
    unit: 'percent',
    of: 'in uso',
    means: 'Le connessioni al database stanno finendo: le prossime richieste vengono rifiutate.',
    todo: 'Alza max_connections, o togli server: ognuno ne apre al massimo 34.',
  },
  database_transactions: {
    group: 'database',
    name: 'Transazione più vecchia',
    unit: 'seconds',
    of: 'aperta',
    means: 'Una transazione è aperta da troppo: tiene bloccate righe e ferma la pulizia.',
    todo: 'In pg_stat_activity trova la sessione e chi l’ha aperta; se è abbandonata, chiudila con pg_terminate_backend.',
  },
  database_locks: {
    group: 'database',
    name: 'Attesa di un blocco',
    unit: 'seconds',
    of: 'di attesa più lunga',
    means: 'Qualcuno aspetta da troppo una riga o una tabella bloccata da altri.',
    todo: 'Con pg_blocking_pids trova chi blocca; se è una sessione abbandonata, chiudila.',
  },
  database_replication: {
    group: 'database',
    name: 'Repliche',
    unit: 'count',
    of: 'ferme o in ritardo',
    means: 'Una replica non legge più: il database conserva i registri per lei e il disco si riempie.',
    todo: 'Riavvia la replica; se non esiste più, elimina il suo slot con pg_drop_replication_slot.',
  },
  database_vacuum: {
    group: 'database',
    name: 'Pulizia delle tabelle',
    unit: 'percent',
    of: 'dell’età massima',
    means:
      'La pulizia automatica non tiene il passo: le tabelle si gonfiano e, alla fine, il database si ferma.',
    todo: 'Controlla che autovacuum sia acceso e che nessuna transazione vecchia lo fermi; poi lancia vacuum sulle tabelle elencate.',
  },
  database_statistics: {
    group: 'database',
    name: 'Statistiche delle tabelle',
    unit: 'count',
    of: 'da aggiornare',
    means: 'Le statistiche sono vecchie: le ricerche possono diventare lente all’improvviso.',
    todo: 'Lancia analyze sulle tabelle elencate e controlla che autovacuum sia acceso.',
  },
  database_indexes: {
    group: 'database',
    name: 'Indici non validi',
    unit: 'count',
    of: 'non validi',
    means: 'Un indice è rimasto a metà: non viene usato, ma rallenta le scritture.',
    todo: 'Ricostruiscilo con reindex index concurrently.',
  },
  database_migrations: {
    group: 'database',
    name: 'Versione dello schema',
    unit: 'count',
    of: 'diverse dal codice',
    means: 'Lo schema del database non è quello del server che gira.',
    todo: 'Riavvia tutti i server con la stessa versione di Saldo.',
  },
  clock: {
    group: 'database',
    name: 'Orologi',
    unit: 'seconds',
    of: 'di differenza',
    means:
      'L’orologio del server e quello del database non vanno d’accordo: firme e scadenze possono risultare sbagliate.',
    todo: 'Accendi la sincronizzazione dell’ora (NTP) su entrambe le macchine.',
  },
  storage_space: {
    group: 'storage',
    name: 'Spazio su disco',
    unit: 'percent',
    of: 'libero',
    means: 'Il disco dei file sta finendo: presto i caricamenti vengono rifiutati.',
    todo: 'Libera spazio o ingrandisci il disco della cartella SALDO_HOME.',
  },
  storage_probe: {
    group: 'storage',
    name: 'Scrittura dei file',
    unit: 'none',
    of: '',
    means: 'Un file di prova non si scrive, non si rilegge o non si cancella.',
    todo: 'Controlla che il disco di SALDO_HOME sia montato e scrivibile per l’utente di Saldo.',
  },
  storage_keys: {
    group: 'storage',
    name: 'Chiavi dei file',
    unit: 'count',
    of: 'senza chiave',
    means: 'Alcuni file non si aprono con le chiavi impostate.',
    todo: 'Rimetti in SALDO_FILE_KEYS la chiave di prima, poi lancia npm run rotate-file-keys.',
  },
  scanner: {
    group: 'storage',
    name: 'Antivirus',
    unit: 'none',
    of: '',
    means: 'L’antivirus non risponde: i documenti caricati aspettano e nessuno li può scaricare.',
    todo: 'Controlla che clamd sia acceso e che SCAN_URL sia giusto.',
  },
  certificate: {
    group: 'storage',
    name: 'Certificato HTTPS',
    unit: 'days',
    of: 'alla scadenza',
    means:
      'Il certificato dell’indirizzo pubblico sta per scadere o è scaduto: i browser rifiuteranno Saldo.',
    todo: 'Rinnova il certificato sul proxy e controlla che il rinnovo automatico sia acceso.',
  },
} as const satisfies Record<string, CheckWords>

export type CheckCode = keyof typeof checks
export const checkCodes = Object.keys(checks) as [CheckCode, ...CheckCode[]]
/** A check that could not be asked. */
export const unknownMeans = 'Il controllo non ha potuto verificare: non vuol dire che è a posto.'
export const wordsOfCheck = (code: CheckCode): CheckWords => checks[code]
