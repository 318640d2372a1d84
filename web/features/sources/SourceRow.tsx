import { Button, Menu } from '@mantine/core'
import { Bin, Calendar, CalendarPlus, CheckCircle, MoreHoriz, Page } from 'iconoir-react'
import { useState } from 'react'
import { api } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { sourceName } from '../../records/source-name.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { ExpiryDialog } from './ExpiryDialog.tsx'
import { MandateDialog } from './MandateDialog.tsx'
import { PlanDebit } from './PlanDebit.tsx'
import styles from './Sources.module.css'
import { refreshSources, type Source } from './source-query.ts'
import { expiryOf, plannedWords, removalWords, sourceIcons, sourceState } from './source-words.ts'

type Asking = 'plan' | 'remove' | 'expiry' | 'mandate' | null

export function SourceRow({ source, plans }: { source: Source; plans: boolean }) {
  const [asking, setAsking] = useState<Asking>(null)
  const close = () => setAsking(null)
  const may = usePermission('debits:write')
  const { owner_id, source_id, state } = source
  const name = sourceName(source)
  const act = async (route: ChangeRoute, done: string) => {
    try {
      await api(route, { params: { owner_id, source_id } })
      alertToast(done, 'success')
    } catch (error) {
      alertToast(errorSentence(error, 'Operazione non riuscita. Riprova fra poco.'), 'danger')
    }
    await refreshSources()
  }
  return (
    <li className={styles.row}>
      <Icon of={sourceIcons[source.type]} size={20} />
      <div>
        <div className={styles.name}>{name}</div>
        <div className={styles.about}>
          {[source.is_default && 'predefinito', expiryOf(source), source.holder, plannedWords(source)]
            .filter(Boolean)
            .join(' · ')}
          {source.next_action && (
            <a className={links.link} href={source.next_action.redirect_url}>
              Conferma con la banca
            </a>
          )}
        </div>
      </div>
      <div className={styles.state}>
        <StateLabel state={sourceState(source)} />
      </div>
      <div className={styles.menu}>
        {(may || source.mandate) && (
          <Menu position="bottom-end" width={230}>
            <Menu.Target>
              <Button variant="default" px={9} aria-label={`Azioni per ${name}`}>
                <Icon of={MoreHoriz} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {may && plans && state === 'active' && source.mandate?.state === 'active' && (
                <Menu.Item leftSection={<Icon of={CalendarPlus} />} onClick={() => setAsking('plan')}>
                  Prevedi un addebito
                </Menu.Item>
              )}
              {may && state === 'active' && !source.is_default && (
                <Menu.Item
                  leftSection={<Icon of={CheckCircle} />}
                  onClick={() => void act(makeDefault, `${name} è il metodo predefinito.`)}
                >
                  Rendi predefinito
                </Menu.Item>
              )}
              {may && state === 'active' && source.type === 'card' && (
                <Menu.Item leftSection={<Icon of={Calendar} />} onClick={() => setAsking('expiry')}>
                  Cambia la scadenza
                </Menu.Item>
              )}
              {source.mandate && (
                <Menu.Item leftSection={<Icon of={Page} />} onClick={() => setAsking('mandate')}>
                  {source.type === 'card' ? 'Leggi il consenso' : 'Leggi il mandato'}
                </Menu.Item>
              )}
              {may && (
                <Menu.Item leftSection={<Icon of={Bin} />} onClick={() => setAsking('remove')}>
                  Togli
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      <ConfirmDialog
        opened={asking === 'remove'}
        danger
        title={`Togli ${name}`}
        action="Togli"
        cancel="Lascia com’è"
        onClose={close}
        onConfirm={async () => {
          await act(remove, `${name} non si usa più.`)
          close()
        }}
      >
        {removalWords(source)}
      </ConfirmDialog>
      {asking === 'plan' && <PlanDebit source={source} onClose={close} />}
      {asking === 'expiry' && <ExpiryDialog source={source} onClose={close} />}
      {asking === 'mandate' && <MandateDialog source={source} onClose={close} />}
    </li>
  )
}

const makeDefault = 'POST /v1/stripe/default_source/{owner_id}/{source_id}'
const remove = 'POST /v1/stripe/delete_source/{owner_id}/{source_id}'
type ChangeRoute = typeof makeDefault | typeof remove
