import { Drawer } from '@mantine/core'
import type { Reply } from '../../api.ts'
import styles from '../DashboardLayout.module.css'
import { Sidebar } from './Sidebar.tsx'

/** Below 768 px the sidebar is a drawer over the page. */
export default function NarrowSidebar({
  user,
  opened,
  onClose,
}: {
  user: Reply<'GET /v1/users/me'>
  opened: boolean
  onClose: () => void
}) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={260}
      title="Menu"
      padding={0}
      withCloseButton={false}
      transitionProps={{ duration: 200 }}
      classNames={{ content: styles.drawer, header: styles.drawerHead, body: styles.drawerBody }}
    >
      <Sidebar user={user} sheet />
    </Drawer>
  )
}
