/** Searches the list while typing; the slash key focuses it, Escape clears it. */
import { CloseButton, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../ui/Glyph.tsx'

const typingMs = 250

export function SearchBox({ value, onChange }: { value: string; onChange(search: string): void }) {
  const { t } = useTranslation('filters')
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const reported = useRef(value)
  if (value !== reported.current) {
    reported.current = value
    if (value !== text.trim()) setText(value)
  }

  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    const search = text.trim()
    if (search === reported.current) return
    const timer = setTimeout(() => {
      reported.current = search
      latest.current(search)
    }, typingMs)
    return () => clearTimeout(timer)
  }, [text])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey
      const { activeElement } = document
      // Where letters have another target, e.g. a grid cell, so has the slash.
      if (!isSlash || event.defaultPrevented || activeElement !== document.body) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  return (
    <TextInput
      ref={input}
      size="xs"
      role="searchbox"
      aria-label={t('search.label')}
      aria-keyshortcuts="/"
      placeholder={t('search.placeholder')}
      leftSection={<Glyph name="search" size={14} />}
      rightSection={
        text === '' ? null : (
          <CloseButton size="xs" aria-label={t('search.clear')} onClick={() => setText('')} />
        )
      }
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || text === '') return
        event.preventDefault()
        setText('')
      }}
    />
  )
}
