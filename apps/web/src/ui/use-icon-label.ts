/** Labels of icons. All of them are in a file of their own, which loads after the page. */
import { useTranslation } from 'react-i18next'
import { parseIcon } from './icon-glyphs.ts'

/** Of a stored name ('fas fa-user'); the bare name until the labels are loaded, and where an icon has none. */
export function useIconLabel(): (icon: string) => string {
  const { t, ready } = useTranslation('icons', { useSuspense: false })
  return (icon) => {
    const { name } = parseIcon(icon)
    return ready ? t(name, { defaultValue: name }) : name
  }
}
