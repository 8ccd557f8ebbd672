/** Shows that a view has unsaved changes, with the actions for them. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import classes from './ViewSwitcher.module.css'

export interface ChangesBarProps {
  /** Null where the reader may not save the view: they save their changes as a view of their own. */
  onSave: (() => void) | null
  isSaving: boolean
  onDiscard(): void
  onSaveAsNew(): void
  /** Somebody else saved the view since the reader began to change it. */
  isStale: boolean
}

export function ChangesBar({ onSave, isSaving, onDiscard, onSaveAsNew, isStale }: ChangesBarProps) {
  const { t } = useTranslation('viewSwitcher')
  return (
    <section className={classes.changes} aria-label={t('changes.label')}>
      <span className={isStale ? classes.stale : classes.modified} role="status">
        {t(isStale ? 'changes.stale' : 'changes.modified')}
      </span>
      {onSave ? (
        <Tooltip label={t(isStale ? 'changes.saveOver' : 'changes.saveHelp')}>
          <Button size="compact-sm" variant="light" loading={isSaving} onClick={onSave}>
            {t('changes.save')}
          </Button>
        </Tooltip>
      ) : (
        <Button size="compact-sm" variant="light" onClick={onSaveAsNew}>
          {t('changes.saveAsOwn')}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onDiscard}>
        {t(isStale ? 'changes.showTheirs' : 'changes.discard')}
      </Button>
      {onSave && (
        <ActionMenu
          label={t('changes.more')}
          items={[{ label: t('changes.saveAsNew'), glyph: 'plus', action: onSaveAsNew }]}
        />
      )}
    </section>
  )
}
