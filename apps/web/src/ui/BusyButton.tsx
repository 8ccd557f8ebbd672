/**
 * A button that shows that it is busy, and cannot be clicked again, until what it does is done.
 *
 *   <BusyButton onClick={() => acts.pause(message)}>{text}</BusyButton>
 */
import { Button, type ButtonProps } from '@mantine/core'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export function BusyButton({
  onClick,
  ...props
}: Omit<ButtonProps, 'loading'> & { onClick(): Promise<unknown> }) {
  const [isBusy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const perform = async () => {
    setBusy(true)
    try {
      await onClick()
    } finally {
      flushSync(() => setBusy(false))
      // A busy button is disabled and so lost the focus, also to a question that came back to it.
      if (document.activeElement === document.body) button.current?.focus()
    }
  }
  return <Button {...props} ref={button} loading={isBusy} onClick={() => void perform()} />
}
