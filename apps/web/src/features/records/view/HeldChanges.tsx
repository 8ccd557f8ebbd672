/** Tells that others changed records since, and shows them when asked: the view does not change under its reader. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../ui/Glyph.tsx'

export function HeldChanges({ held, onShow }: { held: ReadonlySet<number> | null; onShow(): void }) {
  const { t } = useTranslation('viewSwitcher')
  return (
    <span role="status">
      {held?.size !== 0 && (
        <Button size="compact-sm" variant="light" leftSection={<Glyph name="refresh" />} onClick={onShow}>
          {held ? t('held.show', { count: held.size }) : t('held.showMany')}
        </Button>
      )}
    </span>
  )
}
