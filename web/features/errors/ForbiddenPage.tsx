import { useRouter, useSearch } from '@tanstack/react-router'
import type { Reply } from '../../api.ts'
import { isConsumerBuild } from '../../edition.ts'
import { accessOfAddress, canOpenPage } from '../../session/permissions/page-access.ts'
import { includesPermission, refusalReason } from '../../session/permissions/permission.ts'
import { useVariant } from '../../session/permissions/useVariant.ts'
import { backOffice } from '../../session/permissions/variant.ts'
import links from '../../ui/layout/Links.module.css'
import { ErrorBody } from './ErrorBody.tsx'
import { InLayout } from './InLayout.tsx'
import styles from './WholePage.module.css'

/** `/403`: the refused page and the reason, if known. */
export const ForbiddenPage = () => (
  <InLayout>
    {(user) => (
      <ErrorBody code="403" title="Non hai accesso a questa pagina">
        <Which />
        {user ? (
          <Why user={user} />
        ) : (
          <p>Entra con un profilo che può vederla, o chiedi a chi te l’ha indicata.</p>
        )}
      </ErrorBody>
    )}
  </InLayout>
)

function Which() {
  const { from } = useSearch({ strict: false }) as { from?: string }
  return (
    from && (
      <p>
        Volevi aprire <code className={styles.address}>{from}</code>.
      </p>
    )
  )
}

function Why({ user }: { user: Reply<'GET /v1/users/me'> }) {
  const { who, withheld } = useVariant(user)
  const { from = '' } = useSearch({ strict: false }) as { from?: string }
  const page = accessOfAddress(useRouter(), from)
  if (isConsumerBuild && who !== 'b2c' && page && !page.admits.includes('b2c'))
    return (
      <p>
        Qui c’è solo la parte dei condòmini.{' '}
        <a href={`/#${from}`} className={links.link}>
          Apri la pagina nella dashboard degli studi
        </a>
      </p>
    )
  const needed = page?.permission
  if (needed && !includesPermission(user.permissions, needed)) return <p>{refusalReason(needed)}</p>
  if (page && !canOpenPage(page, user))
    return (
      <p>Vedi solo alcuni condomìni, e questa pagina li riguarda tutti: chiedilo a chi gestisce lo studio.</p>
    )
  if (page?.admits === backOffice) return <p>È una pagina di chi gestisce Saldo: gli studi non la vedono.</p>
  if (who === 'unregistered' && withheld) return <p>{withheld}</p>
  if (who === 'b2c')
    return (
      <p>
        È una pagina per chi amministra i condomìni. Le tue bollette sono nella dashboard, i tuoi dati in{' '}
        <a href="#/sicurezza" className={links.link}>
          Sicurezza
        </a>
        .
      </p>
    )
  if (who === 'store') return <p>È una pagina per chi amministra condomìni: i negozi non la vedono.</p>
  return <p>Serve un altro profilo: chiedilo a chi amministra il tuo studio.</p>
}
