import { useEffect, useState } from 'react'

/**
 * Gives the focus back to what had it before, when a dialog that took it is removed: Mantine does so only for dialogs that
 * stay mounted. To be called by what mounts with the dialog.
 */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // Unless something else has taken it meanwhile.
      if (document.activeElement !== document.body) return
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    },
    [opener],
  )
}
