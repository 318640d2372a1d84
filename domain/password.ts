/** Length counts more than symbols (NIST SP 800-63B §3.1.1): any long text that is not among the common ones. */
export const shortestPassword = 10
export const longestPassword = 200

/**
 * Why a chosen password is refused, as an Italian sentence; null if it is accepted. `about`: words that somebody who
 * knows the person would try, such as the user name and the e-mail address.
 */
export function passwordProblem(password: string, about: readonly (string | null)[] = []): string | null {
  const length = [...password].length
  if (length < shortestPassword) return `Usa almeno ${shortestPassword} caratteri.`
  if (length > longestPassword) return `Usa al massimo ${longestPassword} caratteri.`
  const bare = bareOf(password)
  const names = about.flatMap((name) => (name ? [bareOf(name), bareOf(name.split('@')[0] ?? '')] : []))
  if (names.some((name) => name !== '' && name === bare))
    return 'È il tuo nome utente o quasi: scegline una che nessuno indovina.'
  if (guessedFirst.has(bare) || isRun(password))
    return 'È fra le prime che chiunque prova: scegline una che nessuno indovina.'
  return null
}

/** Removes what people add to a common word to vary it: upper case, digits and signs around it. */
const bareOf = (text: string): string => {
  const folded = text.normalize('NFKD').toLowerCase()
  const word = folded.replace(/^[^a-z]+|[^a-z]+$/g, '').replace(/[^a-z0-9]/g, '')
  return word === '' ? folded : word
}

/** One character again and again, or keys in a row: `0000000000`, `1234567890`, `qwertyuiop`, `abababab`. */
const isRun = (password: string): boolean => {
  const folded = password.toLowerCase()
  if (/^(.{1,3})\1+.{0,2}$/su.test(folded)) return true
  const rows = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm']
  return rows.some((row) => row.includes(folded) || [...row].reverse().join('').includes(folded))
}

/** Common passwords, in Italy and elsewhere, that reach the minimum length by added digits and signs. */
const guessedFirst = new Set(
  `password passwordpassword passw parola parolachiave segreta qwerty qwertyuiop qwertyqwerty qwertyu asdfghjkl zxcvbnm
  qazwsx qazwsxedc q1w2e3r4t5y admin administrator amministratore amministrazione benvenuto benvenuta welcome letmein
  cambiami changeme iloveyou tiamo amoremio amore ciao ciaociao ciaobella buongiorno juventus forzajuve forzainter
  forzamilan forzanapoli forzaroma inter milan napoli roma italia italiaitalia condominio saldo andrea francesco
  alessandro giuseppe antonio francesca martina giulia alessandra valentina monkey dragon football superman prova
  provaprova computer internet utente user guest root test testtest q1w2e3r4t5 a1b2c3d4e5 abc abcd abcdef`.split(
    /\s+/,
  ),
)
