/**
 * A dialog in the middle of the page, for one decision or a short form; longer work belongs in a `Drawer`.
 * Mount it to open it.
 *
 *   {isOpen && <Dialog title={text} onClose={close}>…form…</Dialog>}
 */
import { Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { PanelHead } from './PanelHead.tsx'
import { useFocusBack } from './use-focus-back.ts'

export function Dialog({
  title,
  onClose,
  width = 440,
  children,
  ...modal
}: {
  title: string
  onClose: () => void
  width?: number | string
  children: ReactNode
} & Omit<ModalProps, 'opened' | 'onClose' | 'title' | 'size' | 'children'>) {
  const id = useId()
  useFocusBack()
  return (
    <Modal
      opened
      onClose={onClose}
      size={width}
      withCloseButton={false}
      padding={0}
      // Its own `aria-labelledby` would point to its own title, and override ours.
      attributes={{ content: { 'aria-label': title } }}
      {...modal}
    >
      <PanelHead id={id} title={title} onClose={onClose} />
      <div style={{ padding: '4px 16px 16px' }}>{children}</div>
    </Modal>
  )
}
