import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Book, DataTransferBoth, Group, Page } from 'iconoir-react'
import { paths } from '../paths.ts'
import { May } from '../session/May.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './RecordListLinks.module.css'

/** The lists of a condominium, or of a person, already filtered: those that one may see. */
export const RecordListLinks = ({ of }: { of: { account_id: string } | { subject_id: string } }) => (
  <div className={styles.lists}>
    <May permission="bills:read">
      <Button
        renderRoot={(props) => <Link {...paths.bollette(of)} {...props} />}
        leftSection={<Icon of={Page} />}
      >
        Bollette
      </Button>
    </May>
    <May permission="payments:read">
      <Button
        variant="default"
        renderRoot={(props) => <Link {...paths.transazioni(of)} {...props} />}
        leftSection={<Icon of={DataTransferBoth} />}
      >
        Transazioni
      </Button>
    </May>
    {'account_id' in of && (
      <May permission="payments:read">
        <Button
          variant="default"
          renderRoot={(props) => <Link {...paths.register(Number(of.account_id))} {...props} />}
          leftSection={<Icon of={Book} />}
        >
          Registro contabile
        </Button>
      </May>
    )}
    {'account_id' in of && (
      <May permission="subjects:read">
        <Button
          variant="default"
          renderRoot={(props) => <Link {...paths.anagrafica(of)} {...props} />}
          leftSection={<Icon of={Group} />}
        >
          Persone
        </Button>
      </May>
    )}
  </div>
)
