/**
 * A form in a panel over the page: its buttons stay in view, and closing it asks before input is lost.
 *
 *   <FormDrawer
 *     title={text} submitLabel={text} isDirty={isDirty} isBusy={isBusy} onSubmit={save} onClose={close}
 *   >…</FormDrawer>
 */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from './confirm.ts'
import { Drawer } from './Drawer.tsx'
import classes from './FormDrawer.module.css'
import { FormActions } from './FormField.tsx'
import styles from './shared.module.css'

export function FormDrawer({
  title,
  submitLabel,
  isDirty,
  isBusy,
  isDisabled = false,
  width,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  submitLabel: string
  /** Whether closing it would lose something. */
  isDirty: boolean
  isBusy: boolean
  /** Whether there is nothing to submit yet. */
  isDisabled?: boolean
  width?: number
  onSubmit(): unknown
  onClose(): void
  children: ReactNode
}) {
  const { t } = useTranslation('common')
  const leave = async () => {
    const isSure =
      !isDirty ||
      (await confirm({ title: t('unsaved.title'), confirmLabel: t('unsaved.discard'), isDestructive: true }))
    if (isSure) onClose()
  }
  return (
    <Drawer title={title} onClose={() => void leave()} isModal {...(width ? { width } : {})}>
      <form
        noValidate
        className={styles.narrowStack16}
        onSubmit={(event) => {
          event.preventDefault()
          // Events of a form in a dialog above this one bubble here through React's tree.
          event.stopPropagation()
          void onSubmit()
        }}
      >
        {children}
        <div className={classes.actions}>
          <FormActions>
            <Button type="submit" loading={isBusy} disabled={isDisabled}>
              {submitLabel}
            </Button>
            <Button variant="default" onClick={() => void leave()}>
              {t('cancel')}
            </Button>
          </FormActions>
        </div>
      </form>
    </Drawer>
  )
}
