/** A collapsible part of a view's settings, on its page and in the panel beside the view. */
import type { ReactNode } from 'react'
import { FormSection } from '../../../../ui/FormSection.tsx'
import { useViewDraft } from '../draft-context.ts'

export function Section({
  title,
  keys,
  isFirst = false,
  children,
}: {
  title: string
  /** Paths of the settings: their errors open it. */
  keys: readonly string[]
  /** Open from the start in the panel, too. */
  isFirst?: boolean
  children: ReactNode
}) {
  const { wrong, isPanel } = useViewDraft()
  const isWrong = Object.keys(wrong).some((path) =>
    keys.some((key) => path === key || path.startsWith(`${key}.`)),
  )
  return (
    <FormSection title={title} heading={isPanel ? 'h3' : 'h2'} isOpen={!isPanel || isFirst || isWrong}>
      {children}
    </FormSection>
  )
}
