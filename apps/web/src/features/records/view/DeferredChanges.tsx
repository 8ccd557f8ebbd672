/** Shows that others have changed records, and applies it on request: the view does not change under its reader. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../ui/Glyph.tsx'

export function DeferredChanges({
  deferred,
  onShow,
}: {
  deferred: ReadonlySet<number> | null
  onShow(): void
}) {
  const { t } = useTranslation('viewSwitcher')
  return (
    <span role="status">
      {deferred?.size !== 0 && (
        <Button size="compact-sm" variant="light" leftSection={<Glyph name="refresh" />} onClick={onShow}>
          {deferred ? t('deferred.show', { count: deferred.size }) : t('deferred.showMany')}
        </Button>
      )}
    </span>
  )
}
