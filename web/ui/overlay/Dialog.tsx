import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './Dialog.module.css'

/** A dialog with a 2 px rule on top; `actions` at its foot, the primary one last. */
export function Dialog({
  opened,
  title,
  onClose,
  size = 440,
  actions,
  children,
}: {
  opened: boolean
  title: string
  onClose: () => void
  size?: number | string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      centered
      closeButtonProps={{ 'aria-label': 'Chiudi' }}
      classNames={{
        content: styles.content,
        header: styles.header,
        title: styles.title,
        close: styles.close,
        body: styles.body,
      }}
      overlayProps={{ backgroundOpacity: 0.35 }}
      transitionProps={{ duration: 200 }}
    >
      {children}
      {actions && <footer className={styles.actions}>{actions}</footer>}
    </Modal>
  )
}
