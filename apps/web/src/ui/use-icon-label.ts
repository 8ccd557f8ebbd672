/** What icons are called. The names of all of them are a file of their own, which comes while the page is there already. */
import { useTranslation } from 'react-i18next'
import { parseIcon } from './icon-glyphs.ts'

/** Of a stored name ('fas fa-user'); the bare name until the texts are there, and where an icon has none. */
export function useIconLabel(): (icon: string) => string {
  const { t, ready } = useTranslation('icons', { useSuspense: false })
  return (icon) => {
    const { name } = parseIcon(icon)
    return ready ? t(name, { defaultValue: name }) : name
  }
}
