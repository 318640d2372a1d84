import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Book, DataTransferBoth, Group, Page } from 'iconoir-react'
import { paths } from '../paths.ts'
import { IfPermitted } from '../session/permissions/IfPermitted.tsx'
import { Icon } from '../ui/icons/Icon.tsx'
import styles from './RecordListLinks.module.css'

/**
 * Links to the filtered lists of a condominium or a person, as far as the user may see them. `plain`: none stands out,
 * on a page whose tabs lead to bills and payments, too.
 */
export const RecordListLinks = ({
  of,
  plain = false,
}: {
  of: { account_id: string } | { subject_id: string }
  plain?: boolean
}) => (
  <div className={styles.lists}>
    <IfPermitted permission="bills:read">
      <Button
        variant={plain ? 'default' : 'filled'}
        renderRoot={(props) => <Link {...paths.bills(of)} {...props} />}
        leftSection={<Icon of={Page} />}
      >
        Bollette
      </Button>
    </IfPermitted>
    <IfPermitted permission="payments:read">
      <Button
        variant="default"
        renderRoot={(props) => <Link {...paths.payments(of)} {...props} />}
        leftSection={<Icon of={DataTransferBoth} />}
      >
        Transazioni
      </Button>
    </IfPermitted>
    {'account_id' in of && (
      <IfPermitted permission="payments:read">
        <Button
          variant="default"
          renderRoot={(props) => <Link {...paths.register(Number(of.account_id))} {...props} />}
          leftSection={<Icon of={Book} />}
        >
          Registro contabile
        </Button>
      </IfPermitted>
    )}
    {'account_id' in of && (
      <IfPermitted permission="subjects:read">
        <Button
          variant="default"
          renderRoot={(props) => <Link {...paths.subjects(of)} {...props} />}
          leftSection={<Icon of={Group} />}
        >
          Persone
        </Button>
      </IfPermitted>
    )}
  </div>
)
