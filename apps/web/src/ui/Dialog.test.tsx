import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Dialog } from './Dialog.tsx'
import { Drawer } from './Drawer.tsx'

type Kind = 'dialog' | 'drawer'

function Opener({ kind }: { kind: Kind }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Rename
      </button>
      {isOpen && kind === 'dialog' && (
        <Dialog title="New name" onClose={close}>
          <input aria-label="Name" />
        </Dialog>
      )}
      {isOpen && kind === 'drawer' && (
        <Drawer title="New name" onClose={close} isModal>
          <input aria-label="Name" />
        </Drawer>
      )}
    </>
  )
}

it.each<Kind>(['dialog', 'drawer'])('gives the focus back to what opened the %s', async (kind) => {
  const user = userEvent.setup()
  render(
    <MantineProvider>
      <Opener kind={kind} />
    </MantineProvider>,
  )
  const opener = screen.getByRole('button', { name: 'Rename' })
  await user.click(opener)
  await user.click(await screen.findByRole('textbox', { name: 'Name' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(opener).toBe(document.activeElement)
})
