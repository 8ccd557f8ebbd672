/** Records to look at or choose from, or a new one instead. */
import { Button, CloseButton, TextInput } from '@mantine/core'
import type { Filter } from '@muster/contract/filters/ast'
import type { Answer, AskOf } from '@muster/contract/wizards/runs.schema'
import { lazy, Suspense, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../../ui/Glyph.tsx'
import styles from '../../../../ui/shared.module.css'
import { FieldForm, useFieldForm } from '../../../fields/public.ts'
import { dataFieldOf } from '../asked-field.ts'
import classes from '../Runner.module.css'
import { type AskProblem, type AskProps, fieldTarget } from './definition.ts'
import { PickList } from './PickList.tsx'
import { textsByColumn, useErrorsText } from './refused.ts'

const PickFilter = lazy(async () => ({ default: (await import('./PickFilter.tsx')).PickFilter }))

const typingMs = 300
const form = 'new'
const listTarget = '[data-pick]'

export function PickAsk({ ask, isPaged, handle, onProblems, search }: AskProps<'pick'>) {
  const { t } = useTranslation(['wizardRuns', 'errors', 'common'])
  const errorText = useErrorsText()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(ask.chosen))
  const [isCreating, setCreating] = useState(false)
  const [filter, setFilter] = useState<Filter | null>(ask.filter)
  const [problem, setProblem] = useState<string | null>(null)
  const newFields = useMemo(() => ask.newFields.map(dataFieldOf), [ask.newFields])
  const created = useFieldForm(newFields, { values: ask.newValues, linked: ask.linked })
  const look = (text: string, by: Filter | null): Promise<void> =>
    search({ ...answerOf(chosen, ask, by), search: text, onlySearches: true })
  const [text, setText, searchNow] = useSearch(ask.search, (wanted) => void look(wanted, filter))

  const refuseChoice = (why: string) => {
    setProblem(why)
    onProblems([{ label: ask.title, text: why, target: listTarget }])
  }
  useImperativeHandle(handle, () => ({
    give() {
      if (isCreating) {
        if (!created.check()) {
          onProblems(
            created.problems().map(({ field, text: why }) => ({
              label: field.title,
              text: why,
              target: fieldTarget(form, field.columnName),
            })),
          )
          return null
        }
        const values = Object.fromEntries(
          newFields.map(({ columnName }) => [columnName, created.values[columnName] ?? null]),
        )
        return { ...answerOf(new Set(), ask, filter), newValues: values }
      }
      if (ask.selection !== 'none' && ask.isRequired && chosen.size === 0) {
        refuseChoice(t('pick.required'))
        return null
      }
      return answerOf(ask.selection === 'none' ? new Set() : chosen, ask, filter)
    },
    back: () => false,
    refuse(errors) {
      const texts = textsByColumn(errors, 'newValues.', errorText)
      created.showErrors(texts)
      const wrong = newFields.flatMap(({ columnName, title }): AskProblem[] => {
        const why = texts[columnName]
        return why === undefined ? [] : [{ label: title, text: why, target: fieldTarget(form, columnName) }]
      })
      if (wrong.length > 0) return onProblems(wrong)
      const [first] = errors
      if (first) refuseChoice(first.code === 'required' ? t('pick.required') : errorText(first))
    },
    isDirty: () => created.isDirty || !sameIds(chosen, ask.chosen),
  }))

  const choose = (next: ReadonlySet<number>) => {
    setChosen(next)
    setProblem(null)
    onProblems([])
  }
  if (isCreating) {
    return (
      <div className={styles.stack16} data-form={form}>
        <h3 className={classes.itemHead}>{ask.newLabel || t('pick.create')}</h3>
        <FieldForm form={created} autoFocus />
        <div>
          <Button
            variant="default"
            leftSection={<Glyph name="arrowLeft" />}
            onClick={() => {
              setCreating(false)
              onProblems([])
            }}
          >
            {t('pick.chooseInstead')}
          </Button>
        </div>
      </div>
    )
  }
  const hasSearch = ask.total > ask.items.length || ask.items.length > 7 || text !== ''
  return (
    <div className={styles.stack12} data-pick>
      {ask.canFilter && ask.dataCollectionId !== null && (
        <Suspense>
          <PickFilter
            dataCollectionId={ask.dataCollectionId}
            value={filter}
            onChange={setFilter}
            onApply={() => void look(text, filter)}
          />
        </Suspense>
      )}
      {hasSearch && (
        <TextInput
          role="searchbox"
          label={t('pick.search')}
          className={classes.search}
          value={text}
          leftSection={<Glyph name="search" size={14} />}
          rightSection={
            text === '' ? null : (
              <CloseButton size="xs" aria-label={t('common:clear')} onClick={() => setText('')} />
            )
          }
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            // Enter would answer the question.
            if (event.key !== 'Enter') return
            event.preventDefault()
            searchNow()
          }}
        />
      )}
      <PickList ask={ask} isNarrow={isPaged} chosen={chosen} problem={problem} onChoose={choose} />
      <p className={styles.note} role="status">
        {[
          ask.total > ask.items.length && t('pick.some', { shown: ask.items.length, total: ask.total }),
          ask.selection === 'many' && chosen.size > 0 && t('pick.chosen', { count: chosen.size }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {ask.canCreate && (
        <div>
          <Button
            variant="default"
            leftSection={<Glyph name="plus" />}
            onClick={() => {
              setCreating(true)
              setProblem(null)
              onProblems([])
            }}
          >
            {ask.newLabel || t('pick.create')}
          </Button>
        </div>
      )}
    </div>
  )
}

type PickAnswer = Extract<Answer, { kind: 'pick' }>

const answerOf = (
  chosen: ReadonlySet<number>,
  { canFilter }: AskOf<'pick'>,
  filter: Filter | null,
): PickAnswer => ({
  kind: 'pick',
  recordIds: [...chosen],
  newValues: null,
  search: '',
  onlySearches: false,
  ...(canFilter ? { filter } : {}),
})

const sameIds = (one: ReadonlySet<number>, other: readonly number[]): boolean =>
  one.size === other.length && other.every((id) => one.has(id))

/** What is typed, searched for once the person pauses. */
function useSearch(first: string, look: (text: string) => void) {
  const [text, setText] = useState(first)
  const sent = useRef(first)
  const latest = useRef(look)
  latest.current = look
  const send = (wanted: string) => {
    if (wanted === sent.current) return
    sent.current = wanted
    latest.current(wanted)
  }
  const sendNow = useRef(send)
  sendNow.current = send
  useEffect(() => {
    const timer = setTimeout(() => sendNow.current(text.trim()), typingMs)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText, () => send(text.trim())] as const
}
