import { Button } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import type { Reply } from '../../api.ts'
import { isConsumerBuild } from '../../edition.ts'
import { menuOf, userMenuOf } from '../../layouts/sidebar/menu.ts'
import { useVariant } from '../../session/permissions/useVariant.ts'
import { searches } from '../../session/permissions/variant.ts'
import { pressShortcut } from '../../ui/shortcuts.ts'
import { ErrorBody } from './ErrorBody.tsx'
import { InLayout } from './InLayout.tsx'
import { nearestSection } from './nearest-section.ts'
import styles from './WholePage.module.css'

const title = 'Questa pagina non c’è'

/** `/404` and every unknown address, with a suggestion for a mistyped one. */
export const NotFoundPage = () => (
  <InLayout>
    {(user) =>
      user ? (
        <Suggesting user={user} />
      ) : (
        <ErrorBody code="404" title={title}>
          <WrongAddress />
        </ErrorBody>
      )
    }
  </InLayout>
)

function Suggesting({ user }: { user: Reply<'GET /v1/users/me'> }) {
  const { pathname } = useLocation()
  const { variant, who } = useVariant(user)
  const sections = [
    ...menuOf(variant, user).flatMap(({ entries }) => entries),
    ...userMenuOf(who, isConsumerBuild, user),
  ]
  const meant = nearestSection(pathname, sections)
  return (
    <ErrorBody
      code="404"
      title={title}
      actions={
        <>
          {meant && (
            <Button component="a" href={`#${meant.to}`}>
              Vai a {meant.label}
            </Button>
          )}
          {searches.includes(variant) && (
            <Button variant={meant ? 'default' : 'filled'} onClick={() => pressShortcut('mod+k')}>
              Cerca
            </Button>
          )}
        </>
      }
    >
      <WrongAddress />
      {meant && <p>Forse cercavi {meant.label}.</p>}
    </ErrorBody>
  )
}

function WrongAddress() {
  const { pathname } = useLocation()
  if (pathname === '/404') return <p>L’indirizzo è sbagliato o la pagina è stata tolta.</p>
  return (
    <p>
      L’indirizzo <code className={styles.address}>{pathname}</code> è sbagliato, o la pagina è stata tolta.
    </p>
  )
}
