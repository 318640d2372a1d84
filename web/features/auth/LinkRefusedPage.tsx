import { AuthLayout } from '../../layouts/AuthLayout.tsx'
import { afterLogin } from '../../session/go-after-login.ts'
import links from '../../ui/layout/Links.module.css'
import styles from './LoginPage.module.css'
import type { FailedSignInLink } from './sign-in-by-link.ts'

/** For whoever is signed in: a sign-in link failed, and their session goes on. */
export default function LinkRefusedPage({ error, over }: FailedSignInLink) {
  const to = afterLogin()
  return (
    <AuthLayout>
      <title>Link non valido · Saldo</title>
      <div role="alert">
        <h1 className={styles.title}>{over ? 'Questo link non vale' : 'Non riesco ad aprire il link'}</h1>
        <p className={styles.message}>
          {over ? 'È sbagliato, è scaduto o è già stato usato.' : whyOf(error)} Resti collegato come prima:
          puoi continuare.
        </p>
      </div>
      <p className={styles.beside}>
        <a className={links.link} href={`#${to}`}>
          {to.startsWith('/mybill/') ? 'Vai alla bolletta' : 'Vai alla tua pagina'}
        </a>
      </p>
    </AuthLayout>
  )
}

/** The server speaks to the person of the link, who may be another one. */
const whyOf = ({ error, error_description }: FailedSignInLink['error']) =>
  error === 'access_suspended' ? 'L’accesso di questo link è sospeso.' : error_description
