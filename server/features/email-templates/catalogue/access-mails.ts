import { entry, text, url } from './tags.ts'

const nominative = text('Nome di chi legge', 'Anna Maria Galli')
const user_name = text('Nome utente', 'anna.galli')
const when = text('Quando', '26 novembre 2026 alle 10:42')
const device = text('Dispositivo', 'Chrome su Windows')
const code = {
  otp: text('Codice', '482 915'),
  about: text('A che cosa serve il codice', 'Serve per confermare il tuo indirizzo e-mail.'),
  minutes: text('Quanti minuti vale', '10'),
  who_writes: text(
    'Perché riceve l’e-mail',
    'Saldo ti scrive perché qualcuno ha chiesto un codice per questo indirizzo.',
  ),
}

const until_now = text(
  'Perché riceve l’e-mail',
  'Saldo ti scrive perché fino a ora questo era l’indirizzo del tuo accesso.',
)

const payer = text('Chi paga', 'Paolo Rossi')
const payer_address = text('Indirizzo di chi paga', 'paolo.rossi@example.it')
const owner = text('Di chi sono le bollette', 'Rossi Anna')
const what = text('Che cosa è cambiato', 'Paolo Rossi può vedere e pagare le tue bollette.')

/** Sign-in, codes and one's own account. */
export const accessMails = {
  'one-time-code': entry('one-time-code', {
    ...{ id: 1, area: 'access', about: 'own' },
    description: 'Il codice che conferma un indirizzo o una firma.',
    needs: ['otp'],
    tags: code,
  }),
  'iban-code': entry('iban-code', {
    ...{ id: 2, area: 'access', about: 'own' },
    description: 'Il codice che conferma il cambio di IBAN di un condominio.',
    needs: ['otp'],
    tags: { ...code, about: text('A che cosa serve il codice', 'Serve per confermare il nuovo IBAN.') },
  }),
  invitation: entry('invitation', {
    ...{ id: 3, area: 'access', about: 'own' },
    description: 'Dà l’accesso a un nuovo utente, che sceglie la password.',
    needs: ['url'],
    tags: {
      nominative,
      user_name,
      why: text('Perché è invitato', 'Studio Bassi ti ha invitato.'),
      url: url('Link per scegliere la password'),
    },
  }),
  'email-change': entry('email-change', {
    ...{ id: 4, area: 'access', about: 'own' },
    description: 'Al nuovo indirizzo di un utente, che lo conferma.',
    needs: ['url'],
    tags: { nominative, user_name, url: url('Link che conferma l’indirizzo') },
  }),
  'email-changed': entry('email-changed', {
    ...{ id: 5, area: 'access', about: 'own' },
    description: 'All’indirizzo di prima di un utente.',
    needs: ['when'],
    tags: { nominative, user_name, when, who_writes: until_now },
  }),
  'password-recovery': entry('password-recovery', {
    ...{ id: 6, area: 'access', about: 'own' },
    description: 'Il link con cui si sceglie una nuova password.',
    needs: ['url'],
    tags: { nominative, user_name, url: url('Link per scegliere la password') },
  }),
  'password-changed': entry('password-changed', {
    ...{ id: 7, area: 'access', about: 'own' },
    description: 'Avvisa chi ha cambiato la password.',
    needs: ['when', 'url'],
    tags: { nominative, when, device, url: url('Link se non è stato chi legge') },
  }),
  'second-step-changed': entry('second-step-changed', {
    ...{ id: 8, area: 'access', about: 'own' },
    description: 'Avvisa di un cambio nel secondo passo dell’accesso.',
    needs: ['title', 'url'],
    tags: {
      ...{ nominative, when, device },
      title: text('Che cosa è cambiato', 'Hai aggiunto una passkey'),
      meaning: text('Che cosa significa', 'D’ora in poi puoi accedere con la passkey.'),
      url: url('Link se non è stato chi legge'),
    },
  }),
  registration: entry('registration', {
    ...{ id: 9, area: 'access', about: 'own' },
    description: 'A un condòmino che si è registrato, quando non riceve un invito.',
    needs: ['url'],
    tags: {
      title: text('Esito', 'Hai già un accesso'),
      why: text('Spiegazione', 'A questo indirizzo corrisponde già un accesso a Saldo.'),
      action: text('Scritta del pulsante', 'Accedi'),
      url: url('Link del pulsante'),
      who_writes: text(
        'Perché riceve l’e-mail',
        'Saldo ti scrive perché qualcuno ha chiesto di registrarsi con questo indirizzo o con i tuoi dati.',
      ),
    },
  }),
  added: entry('added', {
    ...{ id: 10, area: 'access', about: 'own' },
    description: 'A un condòmino che da ora vede anche le bollette di un altro studio.',
    needs: ['url'],
    tags: { nominative, user_name, url: url('Link per accedere') },
  }),
  'access-elsewhere': entry('access-elsewhere', {
    ...{ id: 11, area: 'access', about: 'office' },
    description: 'All’indirizzo di prima di un condòmino.',
    needs: ['address'],
    tags: { nominative, address: text('Nuovo indirizzo, mascherato', 'a••••@example.it') },
  }),
  'delegation-asked': entry('delegation-asked', {
    ...{ id: 60, area: 'access', about: 'own' },
    description: 'Qualcuno chiede a un residente di pagare le sue bollette.',
    needs: ['name', 'address', 'url'],
    tags: { name: payer, address: payer_address, url: url('Link della pagina del residente') },
  }),
  'delegation-invitation': entry('delegation-invitation', {
    ...{ id: 61, area: 'access', about: 'own' },
    description: 'Invita qualcuno a pagare le bollette di un altro.',
    needs: ['owner', 'url'],
    tags: {
      ...{ name: payer, owner },
      office: text('Nome dello studio', 'Studio Bassi'),
      url: url('Link che accetta'),
      who_writes: text(
        'Perché riceve l’e-mail',
        'Saldo ti scrive perché questo indirizzo è stato indicato per pagare le bollette di Rossi Anna.',
      ),
    },
  }),
  'delegation-recorded': entry('delegation-recorded', {
    ...{ id: 62, area: 'access', about: 'office' },
    description: 'A chi ha acconsentito, presso lo studio, che altri paghino le sue bollette.',
    needs: ['name', 'address'],
    tags: { owner, name: payer, address: payer_address },
  }),
  'delegation-granted': entry('delegation-granted', {
    ...{ id: 63, area: 'access', about: 'own' },
    description: 'A tutti e due: da ora uno paga le bollette dell’altro.',
    needs: ['what'],
    tags: { what, url: url('Link della pagina del residente') },
  }),
  'delegation-ended': entry('delegation-ended', {
    ...{ id: 64, area: 'access', about: 'own' },
    description: 'A tutti e due: uno non paga più le bollette dell’altro.',
    needs: ['what'],
    tags: { what, url: url('Link della pagina del residente') },
  }),
  'access-closed': entry('access-closed', {
    ...{ id: 65, area: 'access', about: 'own' },
    description: 'A un residente che ha chiuso il suo accesso: che cosa finisce e che cosa resta.',
    needs: ['when'],
    tags: { nominative, user_name, when, who_writes: until_now },
  }),
}
