import type { useWizardDraft } from './use-wizard-draft.ts'

/** What a part of the form of a wizard edits. */
export type SectionProps = Pick<ReturnType<typeof useWizardDraft>, 'draft' | 'set' | 'errors'>
