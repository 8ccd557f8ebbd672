/**
 * At the end of a long form, in view while anything is unsaved: says so, and saves or discards it.
 *
 *   <SaveBar isDirty={isDirty} state={state} onSave={save} onDiscard={discard} />
 */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './SaveBar.module.css'
import { SaveState, type SaveStateName } from './SaveState.tsx'

export function SaveBar({
  isDirty,
  state,
  onSave,
  onDiscard,
}: {
  isDirty: boolean
  state: SaveStateName
  onSave: () => void
  onDiscard: () => void
}) {
  if (!isDirty && state === 'idle') return null
  return (
    <SaveBarFrame>
      <SaveBarContent isDirty={isDirty} state={state} onSave={onSave} onDiscard={onDiscard} />
    </SaveBarFrame>
  )
}

/** What the bar says and offers, where something else is its frame. */
export function SaveBarContent({
  isDirty,
  state,
  onSave,
  onDiscard,
}: {
  isDirty: boolean
  state: SaveStateName
  onSave: () => void
  onDiscard: () => void
}) {
  const { t } = useTranslation('common')
  return (
    <>
      {isDirty && <p className={classes.text}>{t('unsaved.changes')}</p>}
      <SaveState state={state} onRetry={onSave} />
      {isDirty && (
        <>
          <Button variant="default" disabled={state === 'saving'} onClick={onDiscard}>
            {t('unsaved.discardAll')}
          </Button>
          <Button loading={state === 'saving'} onClick={onSave}>
            {t('saveChanges')}
          </Button>
        </>
      )}
    </>
  )
}

/** The place of the bar, for other words about saving. */
export function SaveBarFrame({ children }: { children: ReactNode }) {
  return <div className={classes.bar}>{children}</div>
}
