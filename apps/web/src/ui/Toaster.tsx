/** Shows toasts (toasts.ts): a live region bottom left; F8 moves the focus to the newest one's button. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph, type GlyphName } from './Glyph.tsx'
import classes from './Toaster.module.css'
import { type ToastData, toast, toastStore } from './toasts.ts'

const glyphs: Record<ToastData['kind'], GlyphName> = {
  success: 'success',
  info: 'info',
  error: 'error',
  undo: 'success',
}

export function Toaster() {
  const { t } = useTranslation('common')
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.get)
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return
      const buttons = region.current?.querySelectorAll('button')
      ;[...(buttons ?? [])].at(-2)?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <section ref={region} className={classes.region} aria-label={t('notifications')} aria-live="polite">
      {shown.map((one) => (
        <Toast key={one.id} data={one} />
      ))}
    </section>
  )
}

function Toast({ data }: { data: ToastData }) {
  const { t } = useTranslation('common')
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => toast.hide(data.id), data.ms)
    return () => clearTimeout(timer)
  }, [data, isPaused])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pauses the timer while it is being read
    <div
      className={classes.toast}
      data-kind={data.kind}
      role={data.kind === 'error' ? 'alert' : undefined}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <span className={classes.sign}>
        <Glyph name={glyphs[data.kind]} />
      </span>
      <span className={classes.text}>{data.text}</span>
      {data.action && (
        <button
          type="button"
          className={classes.action}
          aria-keyshortcuts="F8"
          onClick={() => {
            toast.hide(data.id)
            void data.action?.run()
          }}
        >
          {data.action.label ?? t('undo')}
        </button>
      )}
      <button
        type="button"
        className={classes.close}
        aria-label={t('close')}
        onClick={() => toast.hide(data.id)}
      >
        <Glyph name="close" size={14} />
      </button>
    </div>
  )
}
