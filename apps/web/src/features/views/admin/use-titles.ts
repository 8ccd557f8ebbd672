/** Titles of the fields of the draft. */
import { currentLanguage } from '../../../lib/i18n.ts'
import { fieldTitle } from '../../fields/public.ts'
import { useViewDraft } from './draft-context.ts'

export function useTitles(): (id: number) => string {
  const { fields } = useViewDraft()
  return (id) => {
    const field = fields.find((one) => one.id === id)
    return field ? fieldTitle(field, currentLanguage()) : `#${id}`
  }
}
