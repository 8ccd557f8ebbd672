/** A text to read, which is above the question; the button goes on. */
import { useImperativeHandle } from 'react'
import type { AskProps } from './definition.ts'

export function TextAsk({ handle }: AskProps<'text'>) {
  useImperativeHandle(handle, () => ({
    give: () => ({ kind: 'text' }),
    back: () => false,
    refuse: () => {},
    isDirty: () => false,
  }))
  return null
}
